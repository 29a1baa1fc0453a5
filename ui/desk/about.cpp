#include "ui/desk/about.h"

#include "ui/look/icons.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace posewright::ui {

About::About(QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setWindowTitle(tr("About Posewright"));
    auto* picture = new QLabel;
    picture->setPixmap(icon("posewright").pixmap({64, 64}, devicePixelRatioF()));
    picture->setAlignment(Qt::AlignTop);
    auto* name = new QLabel(tr("Posewright %1").arg(QCoreApplication::applicationVersion()));
    QFont large = name->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    name->setFont(large);
    auto* text = new QLabel(
        tr("A keyframe animation editor around inverse kinematics: place targets across a "
           "timeline, and every frame between them is solved and said to be reached, or not.\n\n"
           "Free software under the MIT licence.\n\nMade with Qt %1 (LGPL), Eigen (MPL 2), "
           "JSON for Modern C++ (MIT), CLI11 (BSD) and fast_float (MIT).")
            .arg(QLatin1String(qVersion())));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* words = new QVBoxLayout;
    words->addWidget(name);
    words->addWidget(text);
    auto* row = new QHBoxLayout;
    row->addWidget(picture);
    row->addSpacing(12);
    row->addLayout(words, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(buttons);
}

}  // namespace posewright::ui
