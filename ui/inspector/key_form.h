#pragma once

#include "ui/inspector/form.h"

#include <optional>
#include <string>

namespace posewright::ui {

/// The selected keys: frame, value (position, rotation or influence) if all have one of that kind,
/// and easing.
class KeyForm final : public Form {
    Q_OBJECT

public:
    KeyForm(Session& session, Evaluator& evaluator);

private:
    /// The keyed values of a node at one frame, in its parent's space.
    struct Keyed {
        edit::KeyRef key;
        std::optional<Vec3> place;   ///< of a layer's key: its offset; angles likewise
        std::optional<Vec3> angles;  ///< [deg]
        Vec3 units = Vec3::Ones();   ///< world lengths of one unit along each axis of that space
    };

    bool fill() override;
    void committed(const Edits& edits) override;
    void takenBack() override;
    Keyed keyed(const edit::KeyRef& key, const std::vector<WorldTransform>& world) const;
    std::vector<Keyed> allKeyed() const;
    Maker mover(int axis);
    Maker turner(int axis);
    Maker influencer();
    QString titleOf(const std::vector<edit::KeyRef>& keys) const;
    void fillValues();
    void fillInfluence();

    std::vector<edit::KeyRef> before_;  ///< selected when a gesture began
    NumberField* frame_;
    std::array<NumberField*, 3> place_;
    std::array<NumberField*, 3> rotation_;
    NumberField* influence_;
    QComboBox* shape_;
    QLabel* idle_;
    QLabel* frames_;
};

}  // namespace posewright::ui
