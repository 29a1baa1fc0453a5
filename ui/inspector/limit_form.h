#pragma once

#include "core/scene/limit.h"
#include "ui/inspector/form.h"

#include <functional>
#include <optional>

namespace posewright::ui {

/// How far the selected joints may turn or slide: of one bone, or of several at once where their
/// limits are of one kind. Angles in degrees here, as everywhere that people type.
class LimitForm final : public Form {
    Q_OBJECT

public:
    LimitForm(Session& session, Evaluator& evaluator);

private:
    struct Joint {
        NodeId node = NodeId::None;
        Vec3 along = Vec3::UnitY();  ///< the bone's stick, unit, in the joint's rest frame
        double length = 0;           ///< of the stick [m]
        Limit limit;
        Mat3 world = Mat3::Identity();  ///< from the joint's rest frame to the world
    };
    /// One angle of a limit [rad].
    using AngleOf = std::function<double*(Limit&)>;

    bool fill() override;
    std::vector<Joint> joints() const;
    static Edits changed(const std::vector<Joint>& from, const std::function<void(Limit&)>& change);
    /// A limit of this kind that says something sensible from the start.
    static Limit fresh(const Joint& joint, int kind);

    /// World length of one unit of what a joint slides by.
    static double unitOf(const Joint& joint);
    NumberField* addTravel(const QString& title, const QString& name, double Range::*end);
    NumberField* addAngle(const QString& title, const QString& name, AngleOf angleOf);
    void addCone();
    void addBox();
    /// Shows the rows that a limit of this kind has; empty: the joints' limits are of several.
    void showRows(std::optional<edit::LimitKind> kind);
    void showValues(edit::LimitKind kind, const std::vector<Joint>& all);
    void showBox(const std::vector<Joint>& all);
    std::array<NumberField*, 3> addAxis(const QString& title, const QString& name,
                                        std::function<Vec3*(Limit&)> axisOf);
    void showAxis(const std::array<NumberField*, 3>& fields, const std::vector<Joint>& all,
                  const std::function<Vec3(const Limit&)>& axisOf);
    static void showValue(NumberField* field, const std::vector<Joint>& all,
                          const std::function<double(const Limit&)>& valueOf);
    static void showRange(const std::array<NumberField*, 2>& ends, const std::vector<Joint>& all,
                          const std::function<Range(const Limit&)>& rangeOf);
    static void showTravel(NumberField* field, const std::vector<Joint>& all, double Range::*end);

    QComboBox* kind_;
    std::array<NumberField*, 3> axis_;
    std::array<NumberField*, 3> up_;
    NumberField* least_;  ///< of a hinge
    NumberField* most_;
    NumberField* nearest_;  ///< of a slide
    NumberField* farthest_;
    std::array<NumberField*, 4> cone_;
    std::array<NumberField*, 2> twist_;
    std::array<std::array<NumberField*, 2>, 3> box_;
    QComboBox* order_;
    QLabel* outside_;
};

}  // namespace posewright::ui
