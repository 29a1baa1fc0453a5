#include "ui/viewport/layers/hud.h"

#include "core/evaluate/evaluate.h"
#include "core/operate/dense_key.h"
#include "core/operate/grip.h"
#include "ui/models/fault_text.h"
#include "ui/models/prop_words.h"
#include "ui/models/status_text.h"
#include "ui/session/seen_status.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/viewport/layers/view_name.h"
#include "ui/viewport/layers/weight_tints.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace posewright::ui {

namespace {

const QColor kText(0xe2, 0xe5, 0xea);
const QColor kFaint(0xb4, 0xba, 0xc3);
const QColor kMissed(0xff, 0xb0, 0x88);
constexpr double kEdge = 12;          ///< [px] from the view's border
constexpr double kMark = 20;          ///< [px] before a line, for its symbol
constexpr double kLeastBeside = 260;  ///< [px] least width of lines on the right
constexpr double kMostBeside = 0.38;  ///< share of the view: farther left may be the figure's head
constexpr int kMostLines = 4;
constexpr double kLow = 420;  ///< [px] a view of less height has room for few words
constexpr int kMostLinesLow = 2;

QString hudTr(const char* text)
{
    return QCoreApplication::translate("View", text);
}

QString toolName(const ViewState& view)
{
    const QString space = view.space == Space::World   ? hudTr("world axes")
                          : view.space == Space::Local ? hudTr("its own axes")
                                                       : hudTr("its parent's axes");
    QString text;
    switch (view.tool) {
    case Tool::Select: return view.snap ? hudTr("Select \u00b7 snapping") : QString();
    case Tool::Move: text = hudTr("Move \u00b7 %1").arg(space); break;
    case Tool::Rotate: text = hudTr("Rotate \u00b7 %1").arg(space); break;
    case Tool::Draw: text = hudTr("Draw bones"); break;
    }
    return view.snap ? text + hudTr(" \u00b7 snapping") : text;
}

/// The meaning of the colours while surfaces show weights.
QString weightsText(const OverlayScene& scene)
{
    if (scene.emphasis.view.meshes != MeshStyle::Weights) return {};
    const std::vector<NodeId> movers = moversAmong(*scene.doc.scene, scene.emphasis.selected);
    if (movers.empty()) return hudTr("Weights: each bone in a colour of its own");
    if (movers.size() > 1)
        return hudTr("Weights of %1 bones: blue not at all, red alone")
            .arg(static_cast<int>(movers.size()));
    const Scene& nodes = *scene.doc.scene;
    return hudTr("Weights of %1: blue not at all, red alone")
        .arg(toQt(nodes[nodes.find(movers.front())].name));
}

QString exposureText(const ViewState& view)
{
    if (view.exposure == 0) return {};
    const QString stops = QLocale().toString(std::abs(view.exposure), 'g', 3);
    return hudTr("Exposure %1").arg((view.exposure > 0 ? u'+' : QChar(0x2212)) + stops);
}

/// Where manual changes go, if not to the bone's own keys.
QString writtenTo(const OverlayScene& scene)
{
    if (scene.emphasis.selected.empty() || !scene.shown) return {};
    const auto layer =
        operate::layerFor(scene.doc, scene.emphasis.selected.back(), scene.shown->frame);
    if (!layer) {
        const NodeId node = scene.emphasis.selected.back();
        if (operate::gripOf(scene.doc, *scene.shown, node) != operate::Grip::Prop) return {};
        return hudTr("Moving it by hand sets its %1")
            .arg(propWords(scene.doc, node, scene.shown->frame));
    }
    return layer->empty()
               ? hudTr("Recorded motion: turning it makes a layer")
               : hudTr("Recorded motion: turning it writes to \u201c%1\u201d").arg(toQt(*layer));
}

/// Breaks a text into lines of at most this width, where its words allow.
QStringList wrapped(Canvas& canvas, const QString& text, double width)
{
    if (canvas.textWidth(text) <= width) return {text};
    QStringList lines;
    QString now;
    for (const QString& word : text.split(u' ')) {
        const QString longer = now.isEmpty() ? word : now + u' ' + word;
        if (!now.isEmpty() && canvas.textWidth(longer) > width) {
            lines << now;
            now = word;
        } else {
            now = longer;
        }
    }
    return lines << now;
}

/// Elides a text that does not fit.
QString elided(Canvas& canvas, QString text, double width)
{
    if (canvas.textWidth(text) <= width) return text;
    while (!text.isEmpty() && canvas.textWidth(text + u'\u2026') > width) text.chop(1);
    return text + u'\u2026';
}

/// A symbol whose shape shows the status as well as its colour does.
void paintMood(Canvas& canvas, const Pixel& at, Mood mood)
{
    const QColor color = colorOf(mood);
    constexpr double kSize = 5;
    if (mood == Mood::Bad) {
        for (const double side : {-1.0, 1.0})
            canvas.line(at + Pixel(-kSize, -kSize * side), at + Pixel(kSize, kSize * side), 3,
                        color);
    } else if (mood == Mood::Eased) {
        constexpr int kSides = 16;
        std::array<Pixel, kSides> ring;
        for (int i = 0; i < kSides; ++i) {
            const double turn = i * 2 * std::numbers::pi / kSides;
            ring[i] = at + (kSize - 0.5) * Pixel(std::cos(turn), std::sin(turn));
        }
        canvas.polyline(ring, 2, color, true);
    } else {
        canvas.disc(at, kSize, color);
    }
}

/// Counts of targets by status.
struct Tally {
    std::vector<const TargetStatus*> missed;
    const TargetStatus* eased = nullptr;                  ///< the last one that is followed in part
    int reached = 0, acting = 0, waiting = 0, small = 0;  ///< small: missed, by less than is seen
};

Tally tallyOf(const Document& doc, const Evaluation& shown)
{
    Tally tally;
    for (const TargetStatus& status : shown.targets) {
        const Mood seen = moodOf(seenStatus(doc, status));
        if (seen == Mood::Bad) tally.missed.push_back(&status);
        if (seen == Mood::Eased) tally.eased = &status;
        tally.reached += seen == Mood::Good ? 1 : 0;
        tally.small += seen == Mood::Eased && isProblem(status.status) ? 1 : 0;
        tally.acting += status.status != ik::Status::Inactive ? 1 : 0;
        tally.waiting += awaitsKey(doc, status.constraint) ? 1 : 0;
    }
    return tally;
}

/// If none is missed: all are reached, fade or ease.
QString tallyText(const Document& doc, const Evaluation& shown, const Tally& tally)
{
    const int count = static_cast<int>(shown.targets.size());
    if (tally.waiting == count)
        return count == 1 ? hudTr("The target has no key yet") : hudTr("No target has a key yet");
    if (tally.acting == 0) return hudTr("No target acts here");
    if (tally.eased && tally.reached + 1 == tally.acting)
        return statusLine(doc, shown, tally.eased->constraint);
    const int others = tally.acting - tally.reached;
    if (others > 0) {
        const char* what =
            tally.small == 0 ? QT_TRANSLATE_NOOP("View", "fade or ease")
            : tally.small == others
                ? QT_TRANSLATE_NOOP("View", "miss by less than can be seen")
                : QT_TRANSLATE_NOOP("View", "fade, ease or miss by less than can be seen");
        return hudTr("%1 of %2 targets reached, the others %3")
            .arg(tally.reached)
            .arg(tally.acting)
            .arg(hudTr(what));
    }
    if (tally.acting == count) return hudTr("Every target reached");
    if (tally.acting == 1) return hudTr("The one target that acts here is reached");
    return hudTr("All %1 that act here reached").arg(tally.acting);
}

/// @param taken  size of the text on the left
void paintFrame(Canvas& canvas, const OverlayScene& scene, const QSizeF& taken)
{
    const QLocale locale;
    const double right = scene.size.width - kEdge;
    const double all = right - kEdge - kMark;
    const double free = all - taken.width() - kEdge;
    const bool fits = free >= kLeastBeside;
    const double beside = std::min(free, std::max(kLeastBeside, kMostBeside * scene.size.width));
    double y = fits ? scene.covered + kEdge : taken.height();
    // Returns the place of the first line.
    const auto line = [&](const QString& text, const QColor& color) {
        QRectF first;
        for (const QString& part : wrapped(canvas, text, fits ? beside : all)) {
            const QRectF place = canvas.label({right, y}, part, color, Canvas::Anchor::Right);
            if (first.isNull()) first = place;
            y += canvas.textHeight() + 2;
        }
        return first;
    };
    if (!scene.shown) return;
    const double rate = scene.doc.clip().rate;
    line(hudTr("Frame %1").arg(frameText(scene.shown->frame)) + QStringLiteral(" \u00b7 ") +
             hudTr("%1 s").arg(locale.toString(scene.shown->frame / rate, 'f', 2)),
         kText);
    const Evaluation& shown = *scene.shown;
    const auto paintFaults = [&] {
        if (!scene.fault) return;
        for (const QString& text : faultLines(scene.doc, *scene.fault)) {
            const QRectF place = line(text, kMissed);
            paintMood(canvas, {place.left() - 12, place.center().y()}, Mood::Bad);
        }
        if (scene.fault->isProblem()) line(hudTr("Shift+H: reach doctor"), kFaint);
        if (scene.size.height < kLow) return;
        for (const QString& text : noteLines(scene.doc, *scene.fault)) line(text, kFaint);
    };
    if (shown.targets.empty()) return paintFaults();

    const Tally tally = tallyOf(scene.doc, shown);
    const std::vector<const TargetStatus*>& missed = tally.missed;
    if (missed.empty()) {
        const QRectF place = line(tallyText(scene.doc, shown, tally), kText);
        paintMood(canvas, {place.left() - 12, place.center().y()},
                  moodOf(worstSeen(scene.doc, shown)));
        if (tally.waiting == std::ssize(shown.targets)) line(firstKeyAdvice(scene.doc), kFaint);
    }
    // The inspector and the reach doctor say why; the words must not cover the figure.
    const bool low = scene.size.height < kLow;
    const int most = low ? kMostLinesLow : kMostLines;
    for (int i = 0; i < std::min<int>(most, static_cast<int>(missed.size())); ++i) {
        const ConstraintId target = missed[i]->constraint;
        const QRectF place = line(low ? shortStatusLine(scene.doc, shown, target)
                                      : statusLine(scene.doc, shown, target),
                                  kMissed);
        paintMood(canvas, {place.left() - 12, place.center().y()}, moodOf(missed[i]->status));
    }
    if (std::ssize(missed) > most)
        line(hudTr("and %1 more").arg(static_cast<int>(missed.size()) - most), kFaint);
    if (!missed.empty() && !(scene.fault && scene.fault->isProblem()))
        line(hudTr("Shift+H: reach doctor"), kFaint);
    paintFaults();
}

/// The world's axes, as seen from here.
void paintAxes(Canvas& canvas, const OverlayScene& scene)
{
    constexpr double kArm = 30;
    const Pixel middle(kEdge + kArm + 8, scene.size.height - kEdge - kArm - 8);
    const Mat3 m = axes(scene.camera);
    int order[] = {0, 1, 2};
    std::sort(std::begin(order), std::end(order),
              [&](int a, int b) { return m(a, 2) < m(b, 2); });  // those pointing away come first
    for (const int axis : order) {
        const Pixel arm(m(axis, 0) * kArm, -m(axis, 1) * kArm);
        const QColor color = axisColor(axis);
        canvas.line(middle, middle + arm, 2.5, color);
        const Pixel end = middle + arm * (arm.norm() > 1 ? 1 + 9 / arm.norm() : 1);
        canvas.text(end - Pixel(0, canvas.textHeight() / 2), QString(QLatin1Char("XYZ"[axis])),
                    color.lighter(125), Canvas::Anchor::Middle);
    }
}

/// A scale bar, and the spacing of the ground's lines.
void paintScale(Canvas& canvas, const OverlayScene& scene)
{
    const double perPixel = unitsPerPixel(scene.camera, scene.size, scene.camera.distance);
    const double wanted = 70 * perPixel;
    double length = std::pow(10, std::floor(std::log10(wanted)));
    for (const double factor : {5.0, 2.0})
        if (length * factor <= wanted * 1.5) {
            length *= factor;
            break;
        }
    const double width = length / perPixel;
    const double right = scene.size.width - kEdge, y = scene.size.height - kEdge;
    if (!std::isfinite(width) || width > scene.size.width) return;
    canvas.line({right - width, y}, {right, y}, 2, kFaint);
    for (const double x : {right - width, right}) canvas.line({x, y - 5}, {x, y + 1}, 2, kFaint);
    const double top = y - canvas.textHeight() - 6;
    canvas.label({right - width / 2, top}, lengthText(length, scene.stage.unit), kFaint,
                 Canvas::Anchor::Middle);
    if (scene.emphasis.view.grid && scene.size.width > kLeastBeside)
        canvas.label({right - std::max(width, 60.0) - 24, top},
                     hudTr("grid %1").arg(lengthText(scene.stage.gridStep(), scene.stage.unit)),
                     kFaint, Canvas::Anchor::Right);
}

/// Explains how to get started.
void paintEmpty(Canvas& canvas, const OverlayScene& scene)
{
    const Pixel middle(scene.size.width / 2, scene.size.height * 0.4);
    canvas.label(middle, hudTr("Nothing here yet"), kText, Canvas::Anchor::Middle);
    const Pixel below(0, canvas.textHeight() + 4);
    canvas.label(middle + below, hudTr("File > New > Figure: a figure with its targets"), kFaint,
                 Canvas::Anchor::Middle);
    canvas.label(middle + 2 * below, hudTr("Ctrl+O, or drop a file here: a motion of your own"),
                 kFaint, Canvas::Anchor::Middle);
    canvas.label(middle + 3 * below, hudTr("B draws bones, click by click: a figure from nothing"),
                 kFaint, Canvas::Anchor::Middle);
    canvas.label(middle + 4 * below, hudTr("Window > Start Page: samples, tours, and recent files"),
                 kFaint, Canvas::Anchor::Middle);
}

void paintHud(Canvas& canvas, const OverlayScene& scene)
{
    QSizeF taken(0, scene.covered + kEdge);
    const auto line = [&](const QString& text, const QColor& color) {
        if (text.isEmpty()) return;
        const QRectF place = canvas.label(
            {kEdge, taken.height()}, elided(canvas, text, scene.size.width - 2 * kEdge), color);
        taken = {std::max(taken.width(), place.width()), taken.height() + canvas.textHeight() + 2};
    };
    line(viewName(scene.camera, scene.doc, scene.hasPose() ? scene.shown : nullptr), kFaint);
    line(toolName(scene.emphasis.view), kText);
    const Scene& nodes = *scene.doc.scene;
    const bool drawing = scene.emphasis.view.tool == Tool::Draw;  // leave the space for drawing
    if (nodes.size() == 0 && !drawing) paintEmpty(canvas, scene);
    if (scene.emphasis.selected.size() > 1)
        line(hudTr("%1 selected").arg(static_cast<int>(scene.emphasis.selected.size())), kText);
    else if (!scene.emphasis.selected.empty())
        if (const NodeIndex row = nodes.find(scene.emphasis.selected.back()); row != kNoNode)
            line(toQt(nodes[row].name), QColor(0x9f, 0xd0, 0xff));
    line(writtenTo(scene), kFaint);
    line(weightsText(scene), kFaint);
    line(exposureText(scene.emphasis.view), kFaint);
    paintFrame(canvas, scene, taken);
    paintAxes(canvas, scene);
    paintScale(canvas, scene);
}

}  // namespace

QColor axisColor(int axis)
{
    constexpr QRgb kColors[] = {0xffe3646f, 0xff86bf5b, 0xff5f97ea};
    return QColor::fromRgb(kColors[axis]);
}

Layer makeHud(Scene3d&)
{
    Layer layer;
    layer.paint = paintHud;
    return layer;
}

}  // namespace posewright::ui
