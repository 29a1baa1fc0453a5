#include "ui/desk/tour_checks.h"

#include "core/evaluate/evaluate.h"
#include "core/math/camera.h"
#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/models/status_text.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace posewright::ui {

namespace {

using nlohmann::json;

constexpr double kNearFrames = 1.5;  ///< bars need not be drawn exactly

double number(const json& with, const char* name, double otherwise = 0)
{
    const auto at = with.find(name);
    return at != with.end() && at->is_number() ? at->get<double>() : otherwise;
}

const Document& now(const TourMoment& moment)
{
    return moment.desk.session().document();
}

const Constraint* targetOf(const Document& doc, const json& with, const char* name = "target")
{
    const auto at = with.find(name);
    return at != with.end() && at->is_string()
               ? findConstraint(doc, at->get_ref<const std::string&>())
               : nullptr;
}

double frameOf(const TourMoment& moment)
{
    return moment.desk.session().playhead().frame();
}

bool seenFromFront(const TourMoment& moment, const json&)
{
    return standardView(moment.desk.viewport().camera()) == StandardView::Front;
}

/// How far the target moved since the start of the step. [m]
std::optional<Vec3> wayOf(const TourMoment& moment, const json& with, double frame)
{
    const Document& doc = now(moment);
    const Constraint* target = targetOf(doc, with);
    if (!target) return std::nullopt;
    const NodeIndex row = doc.scene->find(target->target);
    const NodeIndex was = moment.before.scene->find(target->target);
    if (was == kNoNode) return std::nullopt;
    return evaluate(doc, frame).world[row].position -
           evaluate(moment.before, frame).world[was].position;
}

bool moved(const TourMoment& moment, const json& with)
{
    const std::optional<Vec3> way = wayOf(moment, with, frameOf(moment));
    return way && way->norm() >= number(with, "by");
}

bool lifted(const TourMoment& moment, const json& with)
{
    const double frame = frameOf(moment);
    if (frame < number(with, "from") || frame > number(with, "to")) return false;
    const std::optional<Vec3> way = wayOf(moment, with, frame);
    return way && way->y() >= number(with, "by");
}

bool anyMissed(const TourMoment& moment)
{
    const auto shown = moment.desk.evaluator().current();
    return shown && std::ranges::any_of(shown->targets, [](const TargetStatus& status) {
               return isProblem(status.status);
           });
}

bool contact(const TourMoment& moment, const json& with)
{
    const Document& doc = now(moment);
    const Constraint* target = targetOf(doc, with);
    const SpanRow* row = target ? doc.clip().spanRow(target->id) : nullptr;
    const double from = number(with, "from") + kNearFrames, to = number(with, "to") - kNearFrames;
    return row && std::ranges::any_of(row->spans, [&](const Span& span) {
               return span.kind == SpanKind::Contact && span.start <= from && span.end >= to;
           });
}

/// Has the target a key near the frame, and does a contact hold the other foot until then?
bool stepped(const TourMoment& moment, const json& with)
{
    const Document& doc = now(moment);
    const Constraint* target = targetOf(doc, with);
    const Constraint* planted = targetOf(doc, with, "on");
    const Track* track = target ? doc.clip().track(target->target) : nullptr;
    const SpanRow* row = planted ? doc.clip().spanRow(planted->id) : nullptr;
    if (!track || !row) return false;
    const double frame = number(with, "frame");
    const auto isThere = [frame](double f) { return std::abs(f - frame) < kNearFrames; };
    return std::ranges::any_of(keyFrames(*track), isThere) &&
           std::ranges::any_of(row->spans, [&](const Span& span) {
               return span.kind == SpanKind::Contact && isThere(span.end);
           });
}

template <class Holds>
bool anyContact(const Document& doc, const Holds& holds)
{
    return std::ranges::any_of(doc.clip().spans, [&](const SpanRow& row) {
        return std::ranges::any_of(row.spans, [&](const Span& span) {
            return span.kind == SpanKind::Contact && holds(span);
        });
    });
}

bool inContact(const TourMoment& moment, const json&)
{
    const double frame = frameOf(moment);
    if (frame == moment.frame) return false;  // the playhead has not moved
    return anyContact(now(moment), [frame](const Span& span) {
        return span.start + span.in < frame && frame < span.end - span.out;
    });
}

bool contacts(const TourMoment& moment, const json& with)
{
    int count = 0;
    anyContact(now(moment), [&](const Span&) {
        ++count;
        return false;
    });
    return count >= number(with, "atLeast", 1);
}

/// Was enough of the motion played to be seen: a second, or half of it if that is shorter?
bool played(const TourMoment& moment, const json&)
{
    const Playhead& playhead = moment.desk.session().playhead();
    return moment.played >= std::min(playhead.rate(), (playhead.end() - playhead.start()) / 2);
}

bool playedAndStopped(const TourMoment& moment, const json& with)
{
    return played(moment, with) && !moment.desk.session().playhead().playing();
}

bool hasFigure(const TourMoment& moment, const json& with)
{
    const auto& nodes = now(moment).scene->nodes();
    const auto bones =
        std::ranges::count_if(nodes, [](const Node& node) { return node.bone() != nullptr; });
    return static_cast<double>(bones) >= number(with, "bones", 1);
}

}  // namespace

std::span<const TourCheck> tourChecks()
{
    static constexpr std::array kChecks{
        TourCheck{"seenFromFront", "", seenFromFront},
        TourCheck{"moved", "target by", moved},
        TourCheck{"lifted", "target by from to", lifted},
        TourCheck{"missed", "", [](const TourMoment& m, const json&) { return anyMissed(m); }},
        TourCheck{"reached", "", [](const TourMoment& m, const json&) { return !anyMissed(m); }},
        TourCheck{"contact", "target from to", contact},
        TourCheck{"contacts", "atLeast", contacts},
        TourCheck{"inContact", "", inContact},
        TourCheck{"stepped", "target frame on", stepped},
        TourCheck{"copied", "",
                  [](const TourMoment& m, const json&) {
                      return m.copied && m.desk.actions()["edit.paste"]->isEnabled();
                  }},
        TourCheck{"figure", "bones", hasFigure},
        TourCheck{"clips", "more",
                  [](const TourMoment& m, const json& with) {
                      return now(m).clips.size() >=
                             m.clips + std::size_t(std::max(1.0, number(with, "more", 1)));
                  }},
        TourCheck{"played", "", played},
        TourCheck{"playedAndStopped", "", playedAndStopped},
        TourCheck{"exported", "", [](const TourMoment& m, const json&) { return m.exported; }},
    };
    return kChecks;
}

const TourCheck* findTourCheck(std::string_view name)
{
    const auto all = tourChecks();
    const auto at = std::ranges::find(all, name, &TourCheck::name);
    return at == all.end() ? nullptr : &*at;
}

}  // namespace posewright::ui
