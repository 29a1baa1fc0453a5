#pragma once

#include "core/document/origin.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QFormLayout;

namespace posewright::ui {

class NumberedChoice;

/// The rows of a form with which a person chooses how a motion is retargeted, beside the map of
/// bones: how it travels, its floor, where it faces, both reference poses, feet and hands.
class MotionChoices : public QObject {
    Q_OBJECT

public:
    explicit MotionChoices(QFormLayout& form);

    /// Frames of reference poses that are proposed if none is chosen.
    struct First {
        double there = 0, here = 0;
    };
    /// Does not emit changed.
    void show(const RetargetSetup& how, const First& first);
    /// Says along which axis each figure has its front, such as "+X", if they differ.
    void tellFronts(const QString& here, const QString& there);
    /// Writes all choices; the map stays.
    void read(RetargetSetup& out) const;

signals:
    void changed();

private:
    void addPlaces(QFormLayout& form);
    void addPoses(QFormLayout& form);

    QComboBox* travel_;
    QComboBox* ground_;
    NumberedChoice* facing_;
    NumberedChoice* reference_;
    NumberedChoice* hereReference_;
    QCheckBox* feet_;
    QCheckBox* hands_;
};

}  // namespace posewright::ui
