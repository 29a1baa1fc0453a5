#pragma once

#include "core/document/origin.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QDoubleSpinBox;

namespace posewright::ui {

/// The choice of the pose in which a figure is compared with another; a field for its frame is
/// shown only if it is a frame of a clip.
class ReferenceChoice : public QWidget {
    Q_OBJECT

public:
    struct Words {
        QString rest, bind, frame;
        QString frameName;  ///< of the field, for screen readers
    };
    /// @param name  of the list of poses; that of the field ends with "Frame"
    ReferenceChoice(const QString& name, const Words& words);

    /// @param first  the frame that is proposed if none is chosen
    void set(const retarget::Reference& reference, double first);
    retarget::Reference reference() const;

signals:
    void changed();

private:
    void showFrame();

    QComboBox* pose_;
    QDoubleSpinBox* frame_;
};

}  // namespace posewright::ui
