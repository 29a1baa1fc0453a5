#pragma once

#include "ui/session/evaluator.h"
#include "ui/time/box_gesture.h"
#include "ui/time/time_canvas.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace posewright::test {

/// A key of a curve: what the pointer finds on a CurveSketch. Row -1: ground.
struct CurveHit {
    int row = -1;
    double frame = 0;
    bool operator==(const CurveHit&) const = default;
};

/// The second content of a time canvas: the height of each target as a curve. Small, but it has
/// what a view of curves needs: a picture of its own, a plane that scrolls by pixels, tools that
/// select in a box and drag a key, and cells for the keyboard and for screen readers. All else is
/// the canvas's.
class CurveSketch final : public ui::TimeContent, public ui::TimeCells {
public:
    static constexpr int kRow = 20;           ///< of a name [px]
    static constexpr double kPerMetre = 100;  ///< [px]

    explicit CurveSketch(ui::TimeCanvas& canvas) : canvas_(canvas) {}

    const Document& doc() const { return canvas_.session().document(); }
    NodeId node(int row) const { return doc().rig->constraints[row].target; }
    const Curve& curve(int row) const { return *doc().clip().track(node(row))->translation[1]; }
    /// Where a curve lies at a frame, in pixels of the canvas.
    QPointF at(int row, double frame) const
    {
        const ui::TimeLayout l = canvas_.timeLayout();
        return {l.frameX(frame),
                l.contentTop() + 260.0 - l.scrollY - kPerMetre * curve(row).sample(frame)};
    }
    edit::KeyRef ref(int row, double frame) const
    {
        edit::KeyRef ref;
        ref.node = node(row);
        ref.frame = frame;
        return ref;
    }

private:
    // ui::TimeContent, which the canvas alone calls
    int height() const override { return 600; }
    int rowHeight() const override { return 1; }
    std::optional<Range> frames() const override
    {
        std::optional<Range> all;
        for (int row = 0; row < rows(); ++row)
            for (const Key& key : curve(row).keys()) {
                if (!all) all = Range{key.frame, key.frame};
                *all = {std::min(all->min, key.frame), std::max(all->max, key.frame)};
            }
        return all;
    }
    void paint(QPainter& painter, const ui::TimePicture& around, qreal) override
    {
        const ui::TimeLayout& l = around.layout;
        painter.fillRect(l.nameWidth, l.contentTop(), l.size.width(), l.size.height(),
                         around.colors.ground);
        painter.setPen(QPen(around.colors.text, 3));
        for (int row = 0; row < rows(); ++row)
            for (int x = l.nameWidth; x < l.size.width(); x += 4)
                painter.drawLine(at(row, l.frameAt(x)), at(row, l.frameAt(x + 4)));
    }
    void paintNames(QPainter& painter, const ui::TimePicture& around) override
    {
        painter.setPen(around.colors.text);
        for (int row = 0; row < rows(); ++row)
            painter.drawText(rowRect(row).adjusted(4, 0, 0, 0), Qt::AlignVCenter, name(row));
    }
    void restyle(const QFont&, const QPalette&) override {}
    std::unique_ptr<ui::TimeGesture> press(const ui::TimePoint& at) override;
    void doubleClick(const ui::TimePoint&) override {}
    ui::TimeHover hover(const ui::TimePoint& at) override;
    void leave() override { lit_ = {}; }
    QString toolTip(const QPointF&) const override { return {}; }
    void fillMenu(const ui::TimePoint&, ui::TimeMenu& menu) override { menu.offer("edit.paste"); }
    ui::TimeCells& cells() override { return *this; }

public:
    // ui::TimeCells
    int rows() const override { return static_cast<int>(doc().rig->constraints.size()); }
    std::vector<double> stops(int row) const override
    {
        std::vector<double> frames;
        for (const Key& key : curve(row).keys()) frames.push_back(key.frame);
        return frames;
    }
    int columns() const override { return static_cast<int>(stops(0).size()); }
    double column(int index) const override { return stops(0)[index]; }
    QRect rowRect(int row) const override
    {
        const ui::TimeLayout l = canvas_.timeLayout();
        return {0, l.contentTop() + row * kRow - l.scrollY, l.size.width(), kRow};
    }
    std::optional<ui::TimeCell> cellAt(const QPointF& where) const override
    {
        const CurveHit hit = hitAt(where);
        if (hit.row < 0) return {};
        return ui::TimeCell{hit.row, hit.frame};
    }
    QString text(const ui::TimeCell& cell) const override
    {
        if (!cell.frame) return name(cell.row);
        return QString("%1, frame %2, height %3")
            .arg(name(cell.row))
            .arg(*cell.frame)
            .arg(curve(cell.row).sample(*cell.frame), 0, 'f', 2);
    }
    bool isChosen(const ui::TimeCell& cell) const override
    {
        const ui::Selection& selection = canvas_.session().selection();
        return cell.frame ? selection.contains(ref(cell.row, *cell.frame))
                          : selection.contains(node(cell.row));
    }
    std::vector<double> chosenFrames(int row) const override
    {
        std::vector<double> frames = stops(row);
        std::erase_if(frames, [&](double frame) { return !isChosen({row, frame}); });
        return frames;
    }
    void choose(const ui::TimeCell& cell, Qt::KeyboardModifiers) override
    {
        canvas_.session().selection().setNodes({node(cell.row)});
        if (cell.frame) canvas_.session().selection().setKeys({ref(cell.row, *cell.frame)});
    }
    void unchoose(int row) override { canvas_.session().selection().toggleNode(node(row)); }
    void setKey(int row, double frame) override
    {
        edit::SetTargetKey key;
        key.target = doc().rig->constraints[row].id;
        key.frame = frame;
        key.position = Vec3(0, 1, 0);
        tell(canvas_, canvas_.session().commit(key));
    }
    Fold fold(int) const override { return Fold::None; }
    void setOpen(int, bool) override {}

    ui::TimeCanvas& canvas() const { return canvas_; }
    CurveHit hitAt(const QPointF& where) const
    {
        for (int row = 0; row < rows(); ++row)
            for (const double frame : stops(row)) {
                const QPointF away = at(row, frame) - where;
                if (std::hypot(away.x(), away.y()) <= 8) return {row, frame};
            }
        return {};
    }

private:
    QString name(int row) const
    {
        return QString::fromStdString((*doc().scene)[doc().scene->find(node(row))].name);
    }

    ui::TimeCanvas& canvas_;
    CurveHit lit_;
};

using CurveTool = ui::TimeTool<CurveSketch, CurveHit>;

/// Drags one key along time.
class CurveKeyDrag final : public ui::EditGesture {
public:
    CurveKeyDrag(CurveSketch& sketch, const CurveHit& hit, double pressed) :
        EditGesture(sketch.canvas().session()), key_(sketch.ref(hit.row, hit.frame)),
        snapper_(snapperOn(sketch.canvas(), sketch.stops(1 - hit.row))), pressed_(pressed)
    {
    }
    void move(const ui::TimePoint& to) override
    {
        const double frame =
            snapper_(key_.frame + to.frame - pressed_, to.pixelsPerFrame, to.modifiers);
        if (commit({edit::MoveKeys{{key_}, frame - key_.frame}}))
            readout_ = ui::movedText(key_.frame, frame);
    }

private:
    edit::KeyRef key_;
    ui::Snapper snapper_;
    double pressed_;
};

inline std::span<const CurveTool> curveTools()
{
    static const std::array kTools{
        CurveTool{
            .id = "key",
            .takes = [](const CurveSketch&, const CurveHit& hit, auto) { return hit.row >= 0; },
            .shape = Qt::PointingHandCursor,
            .press = [](CurveSketch& sketch, const CurveHit& hit,
                        const ui::TimePoint& at) -> std::unique_ptr<ui::TimeGesture> {
                sketch.choose({hit.row, hit.frame}, at.modifiers);
                return ui::makeGesture(
                    {.drag = [&sketch, hit, at]() -> std::unique_ptr<ui::TimeGesture> {
                        return std::make_unique<CurveKeyDrag>(sketch, hit, at.frame);
                    }});
            },
            .hint =
                [](const CurveSketch& sketch, const CurveHit& hit, const ui::TimePoint&) {
                    return sketch.text({hit.row, hit.frame});
                }},
        CurveTool{.id = "box",
                  .takes = [](const CurveSketch&, const CurveHit&, auto) { return true; },
                  .press = [](CurveSketch& sketch, const CurveHit&,
                              const ui::TimePoint& at) -> std::unique_ptr<ui::TimeGesture> {
                      ui::Selection& selection = sketch.canvas().session().selection();
                      const auto select = [&sketch, &selection](const QRectF& box, double first,
                                                                double last) {
                          std::vector<edit::KeyRef> keys;
                          for (int row = 0; row < sketch.rows(); ++row)
                              for (const double frame : sketch.stops(row))
                                  if (frame >= first && frame <= last &&
                                      box.contains(sketch.at(row, frame)))
                                      keys.push_back(sketch.ref(row, frame));
                          selection.setKeys(std::move(keys));
                      };
                      const auto back = [&selection, before = selection.keys()] {
                          selection.setKeys(before);
                      };
                      return ui::makeBoxGesture(
                          [&sketch] { return sketch.canvas().timeLayout(); }, at,
                          {.select = select, .finish = [] {}, .cancel = back});
                  }},
    };
    return kTools;
}

inline std::unique_ptr<ui::TimeGesture> CurveSketch::press(const ui::TimePoint& at)
{
    const CurveHit hit = hitAt(at.at);
    return ui::toolFor(curveTools(), *this, hit, at.modifiers)->press(*this, hit, at);
}

inline ui::TimeHover CurveSketch::hover(const ui::TimePoint& at)
{
    const CurveHit hit = hitAt(at.at);
    const CurveTool& tool = *ui::toolFor(curveTools(), *this, hit, {});
    return {.shape = tool.shape,
            .hint = tool.hint ? tool.hint(*this, hit, at) : QString(),
            .changed = std::exchange(lit_, hit) != hit};
}

/// A canvas that shows it.
class CurveCanvas final : public ui::TimeCanvas {
public:
    CurveCanvas(ui::Session& session, ui::Evaluator& evaluator) :
        TimeCanvas(session, evaluator), sketch_(*this)
    {
        setContent(sketch_);
    }
    CurveSketch& sketch() { return sketch_; }

private:
    CurveSketch sketch_;
};

}  // namespace posewright::test
