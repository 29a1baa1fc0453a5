#include "ui/desk/pose_panel.h"

#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/desk/pose_picture.h"
#include "ui/look/whole_texts.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace posewright::ui {

namespace {

constexpr QSize kPicture{84, 96};

}  // namespace

PosePanel::PosePanel(Desk& desk) :
    desk_(desk), keep_(new QPushButton(tr("&Keep Pose"))), apply_(new QPushButton(tr("Apply"))),
    list_(new QListWidget), empty_(new QLabel), amount_(new QSlider(Qt::Horizontal)),
    percent_(new QLabel), tween_(new QSlider(Qt::Horizontal)),
    selected_(new QCheckBox(tr("Only what is selected, and below"))),
    mirrored_(new QCheckBox(tr("Left for right")))
{
    setObjectName(QStringLiteral("posePanel"));
    nameParts();
    layOut();
    listen();
    showAmount(amount_->value());
    reload();
}

void PosePanel::nameParts()
{
    keep_->setObjectName(QStringLiteral("keepPose"));
    keep_->setToolTip(tr("The figure as it is shown, for other frames, documents and skeletons"));
    apply_->setObjectName(QStringLiteral("applyPose"));
    apply_->setToolTip(tr("Keys the figure in the chosen pose, at the playhead"));
    list_->setObjectName(QStringLiteral("poses"));
    list_->setAccessibleName(tr("Poses that were kept"));
    list_->setViewMode(QListView::IconMode);
    list_->setIconSize(kPicture);
    list_->setGridSize(kPicture + QSize(16, 28));
    list_->setMovement(QListView::Static);
    list_->setResizeMode(QListView::Adjust);
    list_->setUniformItemSizes(true);
    showWholeTexts(*list_);
    list_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    list_->setContextMenuPolicy(Qt::CustomContextMenu);
    list_->installEventFilter(this);
    empty_->setWordWrap(true);
    empty_->setTextFormat(Qt::PlainText);
    empty_->setText(tr("No pose is kept yet. A pose that you keep can be applied at other frames, "
                       "in other documents and to other skeletons."));
    amount_->setObjectName(QStringLiteral("poseAmount"));
    amount_->setAccessibleName(tr("How far the figure goes into the pose"));
    amount_->setRange(0, 100);
    amount_->setValue(100);
    tween_->setObjectName(QStringLiteral("tween"));
    tween_->setAccessibleName(tr("Towards the key before or behind"));
    tween_->setToolTip(tr("Leads what is selected, or all targets, towards the key before, at the "
                          "left, or the key behind, at the right"));
    tween_->setRange(-100, 100);
    tween_->setValue(0);
    mirrored_->setObjectName(QStringLiteral("poseMirrored"));
    mirrored_->setToolTip(tr("The figure takes the mirror image of the pose"));
    selected_->setObjectName(QStringLiteral("poseSelected"));
    selected_->setToolTip(tr("The selected bones, the limbs of selected targets, and what hangs on "
                             "them, take the pose; the rest stays"));
}

void PosePanel::layOut()
{
    auto* between = new QHBoxLayout;
    between->addWidget(new QLabel(tr("Key before")));
    between->addWidget(tween_, 1);
    between->addWidget(new QLabel(tr("Key behind")));
    auto* row = new QHBoxLayout;
    row->addWidget(amount_, 1);
    row->addWidget(percent_);
    row->addWidget(apply_);
    auto* column = new QVBoxLayout(this);
    column->addWidget(keep_, 0, Qt::AlignLeft);
    column->addWidget(empty_);
    column->addWidget(list_, 1);
    column->addLayout(row);
    column->addWidget(selected_);
    column->addWidget(mirrored_);
    column->addSpacing(6);
    column->addLayout(between);
    setFocusProxy(list_);
}

void PosePanel::listen()
{
    connect(keep_, &QPushButton::clicked, this, &PosePanel::keepShown);
    connect(apply_, &QPushButton::clicked, this, &PosePanel::apply);
    connect(list_, &QListWidget::itemDoubleClicked, this, &PosePanel::apply);
    connect(list_, &QListWidget::currentItemChanged, this, &PosePanel::refresh);
    connect(list_, &QListWidget::itemChanged, this, &PosePanel::rename);
    connect(list_, &QWidget::customContextMenuRequested, this, &PosePanel::openMenu);
    connect(amount_, &QSlider::sliderPressed, this, &PosePanel::beginAmount);
    connect(amount_, &QSlider::sliderReleased, this, &PosePanel::end);
    connect(amount_, &QSlider::valueChanged, this, &PosePanel::showAmount);
    connect(tween_, &QSlider::sliderPressed, this, &PosePanel::begin);
    connect(tween_, &QSlider::sliderReleased, this, [this] {
        end();
        tween_->setValue(0);
    });
    connect(tween_, &QSlider::valueChanged, this, &PosePanel::showTween);
    connect(&desk_.session(), &Session::changed, this, &PosePanel::refresh);
    connect(&desk_.session(), &Session::replaced, this, &PosePanel::refresh);
    connect(&desk_.session().selection(), &Selection::nodesChanged, this, &PosePanel::refresh);
}

void PosePanel::showEvent(QShowEvent* event)
{
    reload(chosen() ? chosen()->path : std::filesystem::path{});
    QWidget::showEvent(event);
}

bool PosePanel::eventFilter(QObject* object, QEvent* event)
{
    if (object == list_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Delete && chosen()) {
            remove();
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && chosen()) {
            apply();
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void PosePanel::reload(const std::filesystem::path& current)
{
    KeptPoses kept = keptPoses(poseFolder());
    poses_ = std::move(kept.poses);
    if (!kept.unreadable.empty())
        desk_.tell(tr("%1 is no pose, and is left out").arg(pathText(kept.unreadable.front())));
    {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (const KeptPose& one : poses_) {
            auto* item = new QListWidgetItem(posePicture(one.pose, kPicture, devicePixelRatioF(),
                                                         palette().color(QPalette::Text)),
                                             toQt(one.pose.name), list_);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            item->setToolTip(toQt(one.pose.name));
            if (one.path == current) list_->setCurrentItem(item);
        }
    }
    refresh();
}

const KeptPose* PosePanel::chosen() const
{
    const int row = list_->currentRow();
    return row >= 0 && row < std::ssize(poses_) ? &poses_[row] : nullptr;
}

void PosePanel::refresh()
{
    const std::vector<Node>& nodes = desk_.session().document().scene->nodes();
    const bool figure =
        std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.bone(); });
    keep_->setEnabled(figure);
    apply_->setEnabled(figure && chosen());
    amount_->setEnabled(figure && chosen());
    tween_->setEnabled(!helpers::posedNodes(desk_).empty());
    selected_->setEnabled(!poses_.empty());
    mirrored_->setEnabled(!poses_.empty());
    empty_->setVisible(poses_.empty());
}

void PosePanel::keepShown()
{
    const std::shared_ptr<const Evaluation> shown = desk_.evaluator().current();
    if (!shown || !keep_->isEnabled()) return;
    Result<KeptPose> kept =
        keepPose(poseFolder(),
                 operate::poseOf(desk_.session().document(), *shown, tr("Pose").toStdString()));
    if (!kept) {
        desk_.tell(errorText(kept.error()));
        return;
    }
    reload(kept->path);
    list_->setFocus();
    if (QListWidgetItem* item = list_->currentItem()) list_->editItem(item);
}

std::vector<NodeId> PosePanel::selectedBones() const
{
    const Document& doc = desk_.session().document();
    const Scene& scene = *doc.scene;
    std::vector<NodeIndex> tops;
    for (const NodeId node : desk_.session().selection().nodes()) {
        const Constraint* target = constraintOfTarget(*doc.rig, node);
        const NodeIndex row = scene.find(target ? target->root : node);
        if (row != kNoNode && scene[row].bone()) tops.push_back(row);
    }
    std::vector<NodeId> bones;
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (scene[row].bone() && std::any_of(tops.begin(), tops.end(), [&](NodeIndex top) {
                return top == row || scene.isAbove(top, row);
            }))
            bones.push_back(scene[row].id);
    return bones;
}

operate::PastePose PosePanel::paste(const operate::Pose& pose) const
{
    operate::PastePose out;
    out.pose = pose;
    out.frame = desk_.session().playhead().frame();
    out.amount = amount_->value() / 100.0;
    out.mirrored = mirrored_->isChecked();
    if (selected_->isChecked()) out.bones = selectedBones();
    return out;
}

void PosePanel::apply()
{
    const KeptPose* one = chosen();
    if (!one || !apply_->isEnabled()) return;
    const operate::PastePose asked = paste(one->pose);
    if (selected_->isChecked() && asked.bones.empty()) {
        desk_.tell(tr("No bone and no target is selected"));
        return;
    }
    helpers::perform(desk_, asked, tr("Pose \u201c%1\u201d").arg(toQt(one->pose.name)));
}

void PosePanel::begin()
{
    before_ = desk_.session().document();
    gesture_ = desk_.session().beginGesture();
}

void PosePanel::end()
{
    if (!before_) return;
    before_.reset();
    desk_.session().finishGesture(gesture_);
}

void PosePanel::beginAmount()
{
    if (chosen()) begin();
}

void PosePanel::showTween(int percent)
{
    if (!before_) return;
    operate::BlendPose asked;
    asked.nodes = helpers::posedNodes(desk_);
    asked.frame = desk_.session().playhead().frame();
    asked.towards = percent < 0 ? operate::Towards::Previous : operate::Towards::Next;
    asked.amount = std::abs(percent) / 100.0;
    const Result<operate::Edits> edits = operate::plainEdits(*before_, asked);
    if (!edits) {
        desk_.tell(errorText(edits.error()));
        return;
    }
    const QString text = percent < 0 ? tr("%1 % towards the key before").arg(-percent)
                                     : tr("%1 % towards the key behind").arg(percent);
    helpers::tell(desk_, desk_.session().commit(*edits, text, gesture_));
}

void PosePanel::showAmount(int percent)
{
    percent_->setText(tr("%1 %").arg(percent, 3));
    const KeptPose* one = chosen();
    if (!before_ || !one) return;
    const operate::PastePose asked = paste(one->pose);
    if (selected_->isChecked() && asked.bones.empty()) return;
    const Result<operate::Edits> edits = operate::plainEdits(*before_, asked);
    if (!edits) {
        desk_.tell(errorText(edits.error()));
        return;
    }
    const QString text = tr("Pose \u201c%1\u201d at %2 %").arg(toQt(one->pose.name)).arg(percent);
    helpers::tell(desk_, desk_.session().commit(*edits, text, gesture_));
}

void PosePanel::rename(QListWidgetItem* item)
{
    const int row = list_->row(item);
    if (row < 0 || row >= std::ssize(poses_)) return;
    const std::filesystem::path path = poses_[row].path;
    helpers::tell(desk_, renamePose(poseFolder(), path, item->text().trimmed().toStdString()));
    // Not now: the list is still emitting this change.
    QMetaObject::invokeMethod(
        this, [this, path] { reload(path); }, Qt::QueuedConnection);
}

void PosePanel::remove()
{
    const KeptPose* one = chosen();
    if (!one) return;
    QMessageBox box(QMessageBox::Question, tr("Delete pose"),
                    tr("Delete the pose \u201c%1\u201d for good?").arg(toQt(one->pose.name)),
                    QMessageBox::NoButton, this);
    box.setObjectName(QStringLiteral("deletePose"));
    box.setTextFormat(Qt::PlainText);
    QPushButton* yes = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    if (box.clickedButton() != yes) return;
    helpers::tell(desk_, removePose(one->path));
    reload();
}

void PosePanel::openMenu(const QPoint& at)
{
    QListWidgetItem* item = list_->itemAt(at);
    if (!item) return;
    QMenu menu(this);
    connect(menu.addAction(tr("&Apply")), &QAction::triggered, this, &PosePanel::apply);
    connect(menu.addAction(tr("&Rename")), &QAction::triggered, this,
            [this, item] { list_->editItem(item); });
    connect(menu.addAction(tr("&Delete...")), &QAction::triggered, this, &PosePanel::remove);
    menu.exec(list_->viewport()->mapToGlobal(at));
}

QWidget* makePoses(Desk& desk)
{
    return new PosePanel(desk);
}

void enterPoses(QWidget& panel, std::string_view field)
{
    if (field == "keep") static_cast<PosePanel&>(panel).keepShown();
}

}  // namespace posewright::ui
