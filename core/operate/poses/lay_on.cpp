#include "core/operate/lay_on.h"

#include "core/edit/change.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/motion_faults.h"
#include "core/operate/go_round.h"
#include "core/operate/hold.h"
#include "core/operate/keys/contact_ends.h"
#include "core/operate/row.h"
#include "core/operate/touch_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace posewright::operate {

namespace {

using Parts = BoxWatch::Parts;

constexpr double kLimbLength = 1e4;       ///< times what a contact may slip by
constexpr double kFigure = 3;             ///< of the limb's length
constexpr double kTouching = 3.0 / 1700;  ///< of the figure, from the side
constexpr double kWithin = 0.9;           ///< of half an edge, for what touches
constexpr int kMostLeads = 2;             ///< to and from the side
constexpr double kLooksBeside = 8;        ///< [frame]
constexpr std::size_t kMostLaid = 12;     ///< in one box
constexpr std::array kSides{BoxSide::Top,  BoxSide::Bottom, BoxSide::Front,
                            BoxSide::Back, BoxSide::PlusX,  BoxSide::MinusX};

Vec3 directionOf(BoxSide side)
{
    switch (side) {
    case BoxSide::Top: return Vec3::UnitY();
    case BoxSide::Bottom: return -Vec3::UnitY();
    case BoxSide::Front: return Vec3::UnitZ();
    case BoxSide::Back: return -Vec3::UnitZ();
    case BoxSide::PlusX: return Vec3::UnitX();
    case BoxSide::MinusX: break;
    }
    return -Vec3::UnitX();
}

/// A side of a box by where it looks, and where it is.
struct Named {
    BoxSide name = BoxSide::Top;
    BoxWatch::Side side;
};

/// Each side of a box gets the name whose direction it is nearest to, the best match first, so that
/// a box that is turned has six names, too.
std::vector<Named> sidesOf(const BoxWatch& boxes, NodeId box, const Evaluation& shown)
{
    struct Match {
        double alike = 0;
        Named named;
    };
    std::vector<Match> all;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {true, false}) {
            const auto face = boxes.face(box, shown, {axis, high});
            if (!face) return {};
            for (const BoxSide name : kSides)
                all.push_back({directionOf(name).dot(face->normal), {name, {axis, high}}});
        }
    std::ranges::stable_sort(all, std::greater{}, &Match::alike);
    std::vector<Named> out;
    for (const Match& match : all) {
        const auto isTaken = [&match](const Named& one) {
            return one.name == match.named.name || (one.side.axis == match.named.side.axis &&
                                                    one.side.high == match.named.side.high);
        };
        if (std::ranges::none_of(out, isTaken)) out.push_back(match.named);
    }
    return out;
}

int problemsIn(const Evaluation& shown)
{
    return static_cast<int>(std::ranges::count_if(
        shown.targets, [](const TargetStatus& status) { return isProblem(status.status); }));
}

/// A target whose limb's end is in a box, and where its keys hold it there.
class Laying {
public:
    Laying(const Document& doc, const Constraint& target, const edit::Context& context) :
        doc_(doc), target_(target), context_(context), boxes_(doc, Parts::WithoutLastBone),
        end_(doc.scene->find(target.effector)),
        figure_(kFigure * kLimbLength * slipTolerance(*doc.scene, target)),
        beyond_(*doc.scene, doc.scene->find(target.root), end_, skinning::LimbEnd::Detail::All)
    {
    }

    /// The box, and the frames of the keys there; false: there are none.
    bool find(double frame)
    {
        if (boxes_.empty()) return false;
        const Evaluation shown = at(doc_, frame);
        const std::optional<InBox> here = inBox(shown);
        const auto through = throughAround(doc_, target_.id, frame, context_);
        if (!through) return false;
        box_ = here ? here->box : through->in.box;
        const Span* span = spanAt(doc_.clip().spanRow(target_.id), frame);
        if (here && span && span->kind == SpanKind::Contact && fullyHeld(*span).has(frame)) {
            frames_ = {frame};
            return true;
        }
        const Track* track = doc_.clip().track(target_.target);
        if (!track) return false;
        for (const double key : keyFrames(*track))
            if (key >= through->start && key <= through->end && isHeldAt(doc_, target_, key) &&
                isIn(doc_, key))
                frames_.push_back(key);
        return !frames_.empty() && frames_.size() <= kMostLaid;
    }

    std::vector<LaidOn> all() const
    {
        std::vector<LaidOn> out;
        for (const Named& named : sidesOf(boxes_, box_, at(doc_, frames_.front()))) {
            if (context_.progress && !context_.progress(0)) return {};
            if (auto laid = on(named)) out.push_back(*std::move(laid));
        }
        std::ranges::stable_sort(
            out, {}, [](const LaidOn& laid) { return std::pair(!laid.whole, laid.away); });
        return out;
    }

private:
    Evaluation at(const Document& doc, double frame) const
    {
        return evaluate(*prepare(doc, context_.memo), frame);
    }
    std::optional<InBox> inBox(const Evaluation& shown) const
    {
        const std::vector<InBox> in = boxes_.look(nullptr, shown);
        const auto ours = std::ranges::find(in, target_.id, &InBox::target);
        return ours == in.end() ? std::nullopt : std::optional(*ours);
    }
    bool isIn(const Document& doc, double frame) const
    {
        const std::optional<InBox> in = inBox(at(doc, frame));
        return in && in->box == box_;
    }

    std::optional<LaidOn> on(const Named& named) const
    {
        LaidOn out{box_, named.name, 0, {}, true, {}};
        Document now = doc_;
        for (const double frame : frames_) {
            const Evaluation shown = at(now, frame);
            if (!isIn(now, frame)) continue;  // moved along with a contact
            auto laid = laidAt(now, shown, named.side);
            if (!laid) return std::nullopt;
            out.away = std::max(out.away, movedBy(shown, at(laid->first, frame)));
            now = std::move(laid->first);
            out.edits.insert(out.edits.end(), laid->second.begin(), laid->second.end());
        }
        out.keyed = targetKeysOf(out.edits, target_.id);
        leadTo(now, named.side, out);
        return out;
    }
    double movedBy(const Evaluation& from, const Evaluation& to) const
    {
        return (to.world[end_].position - from.world[end_].position).norm();
    }

    /// The key that lays it there, at one frame.
    std::optional<std::pair<Document, Edits>> laidAt(const Document& doc, const Evaluation& shown,
                                                     const BoxWatch::Side& side) const
    {
        const auto face = boxes_.face(box_, shown, side);
        const auto farthest = beyond_.farthest(shown.world, -face->normal);
        const Vec3 touches = farthest ? *farthest : shown.world[end_].position;
        Vec3 from = touches - face->middle;
        from -= from.dot(face->normal) * face->normal;
        TouchFit fit(doc, target_.target, nullptr);
        fit.begin(doc, shown, face->middle + onSide(*face, from), face->normal, figure_);
        const HeldNode held = holdOne(doc, shown, target_.target);
        std::pair<Document, Edits> out;
        Evaluation there;
        do {
            out.second = placed(held, shown.frame, fit.place(), std::nullopt);
            Result<Document> next = edit::applyEach(doc, out.second, context_);
            if (!next) return std::nullopt;
            out.first = *std::move(next);
            there = at(out.first, shown.frame);
        } while (fit.look(out.first, there));
        if (problemsIn(there) > problemsIn(shown) || !lies(there, side) || inBox(there))
            return std::nullopt;
        return out;
    }
    /// From its middle to the nearest place on it, off its edges if it is not on it.
    static Vec3 onSide(const BoxWatch::Face& face, const Vec3& from)
    {
        Vec3 out = Vec3::Zero();
        for (const Vec3& edge : {face.along, face.across}) {
            const double share = from.dot(edge) / edge.squaredNorm();
            out += (std::abs(share) <= 1 ? share : std::copysign(kWithin, share)) * edge;
        }
        return out;
    }
    /// Does what is farthest touch the side, within its edges, and nothing lie below the ground?
    bool lies(const Evaluation& shown, const BoxWatch::Side& side) const
    {
        const auto face = boxes_.face(box_, shown, side);
        const auto farthest = beyond_.farthest(shown.world, -face->normal);
        const Vec3 from = (farthest ? *farthest : shown.world[end_].position) - face->middle;
        const double off = kTouching * figure_;
        if (std::abs(from.dot(face->normal)) > off) return false;
        for (const Vec3& edge : {face->along, face->across})
            if (std::abs(from.dot(edge)) > edge.squaredNorm() + off * edge.norm()) return false;
        const auto lowest = beyond_.farthest(shown.world, -Vec3::UnitY());
        const double foot =
            face->middle.y() - std::abs(face->along.y()) - std::abs(face->across.y());
        return !lowest || lowest->y() >= -off || foot < -off;
    }

    /// Past that side, where the limb's end goes through the box beside the keys.
    void leadTo(Document& now, const BoxWatch::Side& side, LaidOn& out) const
    {
        for (int lead = 0; lead < kMostLeads; ++lead) {
            const std::optional<double> left = stillIn(now, out);
            if (!left) break;
            const auto way = wayPast(now, target_.id, *left, side, context_);
            Result<Document> next =
                way ? edit::applyEach(now, way->edits, context_) : Result<Document>(now);
            if (!way || !next) break;
            now = *std::move(next);
            out.edits.insert(out.edits.end(), way->edits.begin(), way->edits.end());
        }
        out.keyed = targetKeysOf(out.edits, target_.id);
        out.whole = !stillIn(now, out) && wholeAt(now);
    }
    /// A frame beside the keys at which its end is in a box.
    std::optional<double> stillIn(const Document& now, const LaidOn& out) const
    {
        const auto prepared = prepare(now, context_.memo);
        const Playback& range = now.playback;
        const double first = std::max(out.keyed.front() - kLooksBeside, range.start);
        const double last = std::min(out.keyed.back() + kLooksBeside, range.end);
        std::optional<Evaluation> before;
        for (int i = 0; first + i <= last; ++i) {
            Evaluation shown = evaluate(*prepared, first + i);
            for (const InBox& in : boxes_.look(before ? &*before : nullptr, shown))
                if (in.target == target_.id) return shown.frame;
            before = std::move(shown);
        }
        return std::nullopt;
    }
    /// Is its last bone in no box at the keys?
    bool wholeAt(const Document& now) const
    {
        const BoxWatch all(now, Parts::All);
        return std::ranges::none_of(frames_, [&](double frame) {
            const std::vector<InBox> in = all.look(nullptr, at(now, frame));
            return std::ranges::count(in, target_.id, &InBox::target) > 0;
        });
    }

    const Document& doc_;
    const Constraint& target_;
    const edit::Context& context_;
    BoxWatch boxes_;
    NodeIndex end_;
    double figure_;  ///< [m]
    skinning::LimbEnd beyond_;
    NodeId box_ = NodeId::None;
    std::vector<double> frames_;  ///< of the keys in the box, ascending
};

Result<Edits> layOn(const Document& doc, const LayOn& arguments, const edit::Context& context)
{
    const std::vector<LaidOn> all = laysOn(doc, arguments.target, arguments.frame, context);
    const auto found = std::ranges::find_if(all, [&arguments](const LaidOn& laid) {
        return !arguments.side || laid.side == *arguments.side;
    });
    if (found != all.end()) return found->edits;
    if (!all.empty()) return edit::refused("it cannot lie on that side", "/side");
    if (!throughAround(doc, arguments.target, arguments.frame, context))
        return edit::refused("its limb is in no box at that frame", "/frame");
    return edit::refused("no key of it is in a box there, or it can lie on no side", "/target");
}

}  // namespace

std::span<const Word<BoxSide>> words(BoxSide)
{
    static constexpr std::array<Word<BoxSide>, 6> kWords{{{BoxSide::Top, "top"},
                                                          {BoxSide::Bottom, "bottom"},
                                                          {BoxSide::Front, "front"},
                                                          {BoxSide::Back, "back"},
                                                          {BoxSide::PlusX, "+X"},
                                                          {BoxSide::MinusX, "-X"}}};
    return kWords;
}

std::vector<LaidOn> laysOn(const Document& doc, ConstraintId target, double frame,
                           const edit::Context& context)
{
    const Constraint* constraint = findConstraint(*doc.rig, target);
    if (!constraint || !constraint->reaches()) return {};
    Laying laying(doc, *constraint, context);
    return laying.find(frame) ? laying.all() : std::vector<LaidOn>();
}

Row row(Of<LayOn>)
{
    using O = LayOn;
    return rowOf<O>("layOn", "a hand that is inside a box is laid on a side of it", layOn,
                    edit::required("target", &O::target),
                    edit::required("frame", &O::frame, edit::kFrame),
                    edit::optional("side", &O::side));
}

}  // namespace posewright::operate
