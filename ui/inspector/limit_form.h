#pragma once

#include "core/scene/limit.h"
#include "ui/inspector/form.h"

#include <functional>
#include <string_view>
#include <vector>

namespace posewright::ui {

/// The limits of the selected joints, if all are of one kind. Angles are in degrees, as in all
/// input fields. The rows are the kind's arguments (core/scene/limits/rules.h).
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
    /// A number of a limit: a coordinate of an axis, an angle [rad] or a travel [m]; null: the
    /// limit lacks it.
    using NumberOf = std::function<double*(Limit&)>;
    struct Row {
        QWidget* shown;  ///< the widget to hide if the limits lack it
        NumberField* field;
        NumberOf numberOf;
        bool slides = false;  ///< a world length, only for limits that slide
        double unit = 1;      ///< factor from what is typed
    };

    bool fill() override;
    std::vector<Joint> joints() const;
    Edits changed(const std::vector<Joint>& from, const std::function<void(Limit&)>& change) const;
    /// Adds what gives a joint this limit; for both sides, also its counterpart, unless that is
    /// selected, too.
    void addLimit(Edits& to, const std::vector<Joint>& all, NodeId joint, const Limit& limit) const;
    /// A limit of this kind with sensible initial values.
    Limit fresh(const Joint& joint, int kind) const;
    /// The value that a row shows, in the row's unit; nullopt: not shown in this row.
    static std::optional<double> valueIn(const Row& row, const Joint& joint);
    /// World length of one unit of a joint's travel.
    static double unitOf(const Joint& joint);

    void addAxis(const QString& title, const QString& name, std::string_view argument);
    NumberField* addAngle(const QString& title, const QString& name, NumberOf angleOf);
    void addAngles(const QString& from, const QString& to, const QString& names,
                   std::string_view argument);
    void addTravel(const QString& title, const QString& name, double Range::*end);
    void addOpenings();
    void addOrder();
    void showRow(const Row& row, const std::vector<Joint>& all, bool one);
    void showOrder(const std::vector<Joint>& all, bool one);

    QComboBox* kind_;
    QCheckBox* both_;
    std::vector<Row> rows_;
    QComboBox* order_;
    QLabel* outside_;
};

}  // namespace posewright::ui
