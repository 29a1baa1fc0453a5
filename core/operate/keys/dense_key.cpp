#include "core/operate/dense_key.h"

#include "core/math/rotation.h"
#include "core/motion/layer.h"

#include <algorithm>
#include <cmath>

namespace posewright::operate {

namespace {

constexpr double kDenseWindow = 6;       ///< to each side [frame]
constexpr int kFewestAround = 7;         ///< within the window
constexpr double kWidestGap = 1 + 1e-6;  ///< between two of them [frame]
constexpr double kNothingAdded = 1e-9;   ///< [rad], [m]

/// Are there keys at most one frame apart around this frame?
template <class CurveLike>
bool isDense(const CurveLike& curve, double frame)
{
    if (curve.empty() || frame < curve.firstFrame() || frame > curve.lastFrame()) return false;
    if (curve.size() < kFewestAround) return false;
    if (curve.rows()) return true;  // one key per frame; do not build them just to check
    const auto& keys = curve.keys();
    auto key = std::lower_bound(keys.begin(), keys.end(), frame - kDenseWindow,
                                [](const auto& k, double f) { return k.frame < f; });
    int count = 0;
    for (double last = 0; key != keys.end() && key->frame <= frame + kDenseWindow; ++key, ++count) {
        if (count > 0 && key->frame - last > kWidestGap) return false;
        last = key->frame;
    }
    return count >= kFewestAround;
}

bool isDense(const std::array<Shared<Curve>, 3>& curves, double frame)
{
    return std::any_of(curves.begin(), curves.end(),
                       [frame](const Shared<Curve>& curve) { return isDense(*curve, frame); });
}

bool isKeyedOnce(const Edits& edits, NodeId joint)
{
    return 1 == std::count_if(edits.begin(), edits.end(), [joint](const edit::Edit& edit) {
               const auto* key = std::get_if<edit::SetJointKey>(&edit);
               return key && key->joint == joint;
           });
}

/// Where the fades before and after a key end: nothing if the layer has a key of this property
/// within `fade`, else `fade` away, where a key has to be added.
struct Envelope {
    std::optional<double> before;
    std::optional<double> after;
};

template <class CurveLike>
Envelope envelopeAround(const CurveLike& own, double frame, double fade)
{
    Envelope out{frame - fade, frame + fade};
    for (const auto& key : own.keys()) {
        if (key.frame >= frame - fade && key.frame < frame) out.before.reset();
        if (key.frame > frame && key.frame <= frame + fade) out.after.reset();
    }
    return out;
}

/// The layer keys that show the bone as requested at the frame.
class OffsetKeys {
public:
    OffsetKeys(const Document& doc, const edit::SetJointKey& key, std::string layer, double fade) :
        doc_(doc), key_(key), layer_(std::move(layer)), fade_(fade)
    {
        const int row = findLayer(doc.clip(), layer_);
        if (const Track* track = row < 0 ? nullptr : doc.clip().layers[row]->track(key.joint))
            own_ = *track;
        const NodeIndex node = doc.scene->find(key.joint);
        shown_ = sampleLaid(doc.clip(), key.joint, (*doc.scene)[node].rest, key.frame);
    }

    const Transform& shown() const { return shown_; }

    void turn(Edits& out) const
    {
        const Quat now = own_.rotation->sample(key_.frame);
        const Quat below = shown_.rotation * now.conjugate();
        const Envelope around = envelopeAround(*own_.rotation, key_.frame, fade_);
        const auto put = [&](double frame, const Quat& value) {
            out.emplace_back(
                edit::SetLayerKey{layer_, key_.joint, frame, value, {}, edit::KeyShape::Eased});
        };
        if (around.before) put(*around.before, own_.rotation->sample(*around.before));
        if (around.after) put(*around.after, own_.rotation->sample(*around.after));
        put(key_.frame, (below.conjugate() * *key_.rotation).normalized());
    }

    void move(Edits& out) const
    {
        const auto at = [&](double frame) {
            Vec3 v = Vec3::Zero();
            for (int axis = 0; axis < 3; ++axis) v[axis] = own_.translation[axis]->sample(frame);
            return v;
        };
        const Envelope around = envelopeAround(*own_.translation[0], key_.frame, fade_);
        const auto put = [&](double frame, const Vec3& value) {
            out.emplace_back(
                edit::SetLayerKey{layer_, key_.joint, frame, {}, value, edit::KeyShape::Eased});
        };
        // From last to first: an eased key sets its handles by the next key.
        if (around.after) put(*around.after, at(*around.after));
        put(key_.frame, at(key_.frame) + *key_.translation - shown_.translation);
        if (around.before) put(*around.before, at(*around.before));
    }

private:
    const Document& doc_;
    const edit::SetJointKey& key_;
    std::string layer_;
    double fade_;
    Track own_;
    Transform shown_;
};

std::string newLayerName(const Clip& clip)
{
    for (int n = 1;; ++n)
        if (std::string name = "Layer " + std::to_string(n); findLayer(clip, name) < 0) return name;
}

/// The new layer also acts when other layers are solo.
void addLayer(const Clip& clip, const std::string& name, Edits& out)
{
    out.emplace_back(edit::AddLayer{name, {}, {}});
    if (anySolo(clip)) out.emplace_back(edit::SetLayer{name, {}, true, {}});
}

}  // namespace

std::string layerWrittenTo(const Document& doc, double frame)
{
    const Clip& clip = doc.clip();
    for (auto layer = clip.layers.rbegin(); layer != clip.layers.rend(); ++layer)
        if (acts(clip, **layer)) return weightAt(**layer, frame) == 1 ? (*layer)->name : "";
    return {};
}

std::optional<std::string> layerFor(const Document& doc, NodeId node, double frame)
{
    if (!isRecorded(doc, node, Property::Rotation, frame) &&
        !isRecorded(doc, node, Property::Translation, frame))
        return std::nullopt;
    return layerWrittenTo(doc, frame);
}

bool isRecorded(const Document& doc, NodeId node, Property property, double frame)
{
    const Track* track = doc.clip().track(node);
    if (!track) return false;
    return property == Property::Rotation ? isDense(*track->rotation, frame)
                                          : isDense(track->translation, frame);
}

Edits onLayers(const Document& before, const Edits& edits, double seconds)
{
    const double fade = std::max(1.0, std::round(seconds * before.clip().rate));
    std::string layer;
    Edits out;
    for (const edit::Edit& edit : edits) {
        const auto* key = std::get_if<edit::SetJointKey>(&edit);
        const Track* track = key ? before.clip().track(key->joint) : nullptr;
        const bool counts =
            track && std::isfinite(key->frame) && !key->scale && isKeyedOnce(edits, key->joint);
        const bool turns = counts && key->rotation && isDense(*track->rotation, key->frame);
        const bool moves = counts && key->translation && isDense(track->translation, key->frame);
        if (!turns && !moves) {
            out.push_back(edit);
            continue;
        }
        const std::string there = layer.empty() ? layerWrittenTo(before, key->frame) : layer;
        const std::string to = there.empty() ? newLayerName(before.clip()) : there;
        const OffsetKeys keys(before, *key, to, fade);
        const bool turned = turns && angleBetween(keys.shown().rotation,
                                                  key->rotation->normalized()) > kNothingAdded;
        const bool moved =
            moves && (keys.shown().translation - *key->translation).norm() > kNothingAdded;
        if (!turned && !moved) {
            out.push_back(edit);
            continue;
        }
        if (there.empty()) addLayer(before.clip(), to, out);
        layer = to;
        if (turned) keys.turn(out);
        if (moved) keys.move(out);
        edit::SetJointKey rest = *key;
        if (turns) rest.rotation.reset();
        if (moves) rest.translation.reset();
        if (rest.rotation || rest.translation) out.emplace_back(rest);
    }
    return out;
}

}  // namespace posewright::operate
