#include "ui/viewport/layers/view_name.h"

#include "core/retarget/figure.h"

#include <QCoreApplication>

#include <array>
#include <optional>

namespace posewright::ui {

namespace {

QString viewNameTr(const char* text)
{
    return QCoreApplication::translate("View", text);
}

/// From the first figure's right hip or shoulder to its left one, on the ground and of unit
/// length; nullopt if there is no figure, or it lies.
std::optional<Vec3> leftOf(const Scene& scene, const Evaluation& shown)
{
    using retarget::Role;
    const retarget::Figure figure = retarget::figureOf(scene);
    for (const auto& [left, right] : {std::array{Role::LeftUpperLeg, Role::RightUpperLeg},
                                      std::array{Role::LeftUpperArm, Role::RightUpperArm}}) {
        if (!figure.has(left) || !figure.has(right)) continue;
        const Vec3 way =
            shown.world[figure.first(left)].position - shown.world[figure.first(right)].position;
        const Vec3 level(way.x(), 0, way.z());
        if (level.norm() > 0.5 * way.norm()) return level.normalized();
    }
    return std::nullopt;
}

/// What is seen of a figure from there; empty: nothing certain.
/// @param from  unit length: towards the eye
QString sideSeen(const Vec3& left, const Vec3& from)
{
    constexpr double kClearly = 0.8;
    const Vec3 front = left.cross(Vec3::UnitY());
    if (front.dot(from) > kClearly) return viewNameTr("the figure's front");
    if (front.dot(from) < -kClearly) return viewNameTr("the figure's back");
    if (left.dot(from) > kClearly) return viewNameTr("the figure's left side");
    if (left.dot(from) < -kClearly) return viewNameTr("the figure's right side");
    return {};
}

struct LevelView {
    StandardView view;
    const char* name;
    const char* axis;
    Vec3 from;  ///< unit length: towards the eye
    /// Is this what one expects of a figure, so that it need not be said?
    bool isPlain(const QString& seen) const
    {
        return seen.isEmpty() || (from.z() > 0 && seen == viewNameTr("the figure's front")) ||
               (from.z() < 0 && seen == viewNameTr("the figure's back"));
    }
};

QString sideName(StandardView view, const Document& doc, const Evaluation* shown)
{
    const std::array<LevelView, 4> level{
        {{StandardView::Front, QT_TRANSLATE_NOOP("View", "Front"), "+Z", Vec3::UnitZ()},
         {StandardView::Back, QT_TRANSLATE_NOOP("View", "Back"), "\u2212Z", -Vec3::UnitZ()},
         {StandardView::Right, QT_TRANSLATE_NOOP("View", "Right"), "+X", Vec3::UnitX()},
         {StandardView::Left, QT_TRANSLATE_NOOP("View", "Left"), "\u2212X", -Vec3::UnitX()}}};
    if (view == StandardView::Top) return viewNameTr("Top");
    if (view == StandardView::Bottom) return viewNameTr("Bottom");
    for (const LevelView& one : level) {
        if (one.view != view) continue;
        const bool posed = shown && std::ssize(shown->world) == doc.scene->size();
        const std::optional<Vec3> left = posed ? leftOf(*doc.scene, *shown) : std::nullopt;
        const QString seen = left ? sideSeen(*left, one.from) : QString();
        QString name = viewNameTr(one.name);
        if (one.isPlain(seen) && one.from.z() != 0) return name;
        const QString from = viewNameTr("%1, from %2").arg(name, QString::fromUtf8(one.axis));
        return seen.isEmpty() ? from : viewNameTr("%1: %2").arg(from, seen);
    }
    return {};
}

}  // namespace

QString viewName(const Camera& camera, const Document& doc, const Evaluation* shown)
{
    const std::optional<StandardView> view = standardView(camera);
    const QString name = view ? sideName(*view, doc, shown) : QString();
    const QString rays =
        camera.orthographic ? viewNameTr("Orthographic") : viewNameTr("Perspective");
    return name.isEmpty() ? rays : name + QStringLiteral(" \u00b7 ") + rays;
}

}  // namespace posewright::ui
