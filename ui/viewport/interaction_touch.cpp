#include "core/operate/limbs.h"
#include "core/skinning/surface.h"
#include "ui/models/touch_words.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/interaction.h"
#include "ui/viewport/viewport.h"

#include <algorithm>

namespace posewright::ui {

namespace {

/// Beyond a surface, what is looked for is another one. [share of the figure]
constexpr double kPastSurface = 1e-6;

}  // namespace

Interaction::Sides Interaction::touched(const Evaluation& shown, bool withFar) const
{
    const Document& doc = session_.document();
    const Scene& scene = *doc.scene;
    std::vector<NodeId> moving = session_.selection().nodes();
    moving.push_back(lead_);
    std::vector<bool> ignored(static_cast<std::size_t>(scene.size()), false);
    for (const NodeId node : moving) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        NodeIndex top = scene.find(target ? target->root : node);
        if (top == kNoNode) continue;
        if (const NodeIndex limb = operate::limbRoot(scene, top);
            !target && scene[top].bone() && limb != kNoNode)
            top = limb;
        for (NodeIndex row = top; row < scene.size(); ++row)
            if (row == top || scene.isAbove(top, row)) ignored[row] = true;
    }
    const Ray ray = rayThrough(view_.camera(), view_.viewSize(), Pixel(pointer_.x(), pointer_.y()));
    const ViewState& state = view_.settings().now();
    const auto under = [&](const Ray& along, const std::vector<bool>& without) {
        return state.meshes == MeshStyle::Hidden
                   ? std::nullopt
                   : skinning::surfaceUnder(scene, shown.world, shown.morphs, along, state.hidden,
                                            without);
    };
    const auto met = under(ray, ignored);
    if (!met) return {groundUnder(ray), {}};
    const Vec3 front = ray.origin + met->distance * ray.direction;
    Sides out{Touched{front, met->normal, met->node}, {}};
    if (!withFar) return out;
    // Of that thing alone: another one may lie against it. Of a skin, any bone's part.
    const Ray on{front + kPastSurface * view_.stage().figure * ray.direction, ray.direction};
    std::vector<bool> others(ignored.size(), true);
    others[static_cast<std::size_t>(scene.find(met->node))] = false;
    auto behind = under(on, others);
    if (!behind && scene[scene.find(met->node)].bone()) {
        for (NodeIndex row = 0; row < scene.size(); ++row)
            others[static_cast<std::size_t>(row)] = ignored[row] || !scene[row].bone();
        behind = under(on, others);
    }
    // A normal is told as it is seen, which here is from within.
    if (behind)
        out.far = Touched{on.origin + behind->distance * on.direction, -behind->normal, met->node};
    return out;
}

std::optional<Interaction::Touched> Interaction::groundUnder(const Ray& ray) const
{
    const double down = -ray.direction.y();
    if (!(down > 1e-6) || !(ray.origin.y() > 0)) return std::nullopt;
    Vec3 place = ray.origin + ray.origin.y() / down * ray.direction;
    place.y() = 0;
    if (place.norm() > view_.stage().gridReach()) return std::nullopt;
    return Touched{place, Vec3::UnitY(), NodeId::None};
}

Interaction::Touch Interaction::touchAfter(Touch side) const
{
    if (side == Touch::None) return Touch::Near;
    const std::shared_ptr<const Evaluation> shown = evaluator_.current();
    return side == Touch::Near && shown && touched(*shown, true).far ? Touch::Far : Touch::None;
}

QString Interaction::touchedWords() const
{
    const Document& doc = session_.document();
    const Constraint* target = constraintOfTarget(*doc.rig, lead_);
    if (!touched_ || !target || !session_.gestureOpen() || !session_.unkeyed().autoKey()) return {};
    return stayWords(doc, *target, session_.playhead().frame());
}

void Interaction::settle()
{
    // An undo during the drag ends the gesture; nodes may be gone then.
    if (settling_ || mode_ != Mode::Drag || !fit_ || !session_.gestureOpen()) return;
    settling_ = true;
    for (std::shared_ptr<const Evaluation> shown = evaluator_.current();
         shown && !fit_->knows(shown) && fit_->look(session_.document(), *shown);
         shown = evaluator_.current()) {
        fit_->remember(shown);
        if (!take(stepTo(fit_->place()))) break;
    }
    settling_ = false;
}

QStringList Interaction::touchLines(const Sides& sides) const
{
    if (!sides.near) return {tr("nothing to touch under the pointer")};
    const Scene& scene = *session_.document().scene;
    const NodeIndex met = scene.find(sides.near->node);
    const QString on = met == kNoNode ? QString() : toQt(scene[met].name);
    if (touching_ == Touch::Far)
        return {sides.far ? tr("on the far side of \u201c%1\u201d").arg(on)
                          : tr("no far side to touch under the pointer")};
    QStringList out{met == kNoNode ? tr("on the ground") : tr("on \u201c%1\u201d").arg(on)};
    if (sides.far) out << tr("T: its far side");
    return out;
}

QString Interaction::touchOffer(const Evaluation& shown) const
{
    const Scene& scene = *session_.document().scene;
    const auto isThing = [](const Node& node) {
        const auto* mesh = std::get_if<MeshPart>(&node.part);
        return mesh && mesh->skin < 0;
    };
    if (!constraintOfTarget(*session_.document().rig, lead_) ||
        std::ranges::none_of(scene.nodes(), isThing))
        return {};
    const std::optional<Touched> under = touched(shown, false).near;
    const NodeIndex row = under ? scene.find(under->node) : kNoNode;
    if (row == kNoNode || !isThing(scene[row])) return {};
    return tr("T: touch \u201c%1\u201d").arg(toQt(scene[row].name));
}

}  // namespace posewright::ui
