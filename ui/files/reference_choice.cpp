#include "ui/files/reference_choice.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

ReferenceChoice::ReferenceChoice(const QString& name, const Words& words) :
    pose_(new QComboBox), frame_(new QDoubleSpinBox)
{
    using Kind = retarget::Reference::Kind;
    pose_->setObjectName(name);
    pose_->addItem(tr("found automatically"), int(Kind::Automatic));
    pose_->addItem(words.rest, int(Kind::Rest));
    pose_->addItem(words.bind, int(Kind::Bind));
    pose_->addItem(words.frame, int(Kind::Frame));
    frame_->setObjectName(name + QStringLiteral("Frame"));
    frame_->setAccessibleName(words.frameName);
    frame_->setToolTip(words.frameName);
    frame_->setRange(-1e6, 1e6);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(pose_, 1);
    row->addWidget(frame_);
    setFocusProxy(pose_);
    showFrame();
    connect(pose_, &QComboBox::currentIndexChanged, this, [this] {
        showFrame();
        emit changed();
    });
    connect(frame_, &QDoubleSpinBox::valueChanged, this, &ReferenceChoice::changed);
}

void ReferenceChoice::set(const retarget::Reference& reference, double first)
{
    const QSignalBlocker quietPose(pose_), quietFrame(frame_);
    const double frame =
        reference.kind == retarget::Reference::Kind::Frame ? reference.frame : first;
    frame_->setDecimals(frame == std::round(frame) ? 0 : 3);
    frame_->setValue(frame);
    pose_->setCurrentIndex(std::max(0, pose_->findData(int(reference.kind))));
    showFrame();
}

retarget::Reference ReferenceChoice::reference() const
{
    using Kind = retarget::Reference::Kind;
    const auto kind = static_cast<Kind>(pose_->currentData().toInt());
    return {kind, kind == Kind::Frame ? frame_->value() : 0};
}

void ReferenceChoice::showFrame()
{
    frame_->setVisible(pose_->currentData().toInt() == int(retarget::Reference::Kind::Frame));
}

}  // namespace posewright::ui
