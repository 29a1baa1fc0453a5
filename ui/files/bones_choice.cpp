#include "ui/files/bones_choice.h"

#include "ui/files/role_bones.h"
#include "ui/files/role_words.h"
#include "ui/session/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QTableWidget>

#include <algorithm>

namespace posewright::ui {

namespace {

/// As wide as the name that it shows, up to usual ones. Longer ones are cut in the middle, since
/// sides and numbers are at their ends.
class NameList final : public QComboBox {
public:
    QSize sizeHint() const override
    {
        const QFontMetrics letters = fontMetrics();
        const int most = letters.horizontalAdvance(QStringLiteral("LeftHandMiddle1"));
        QStyleOptionComboBox option;
        initStyleOption(&option);
        const int wide = std::min(letters.horizontalAdvance(option.currentText), most);
        const QSize text(wide + 2 * kAir, QComboBox::sizeHint().height());
        return {style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this).width(),
                text.height()};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                   QStyle::SC_ComboBoxEditField, this);
        option.currentText =
            fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, room.width() - kAir);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }

private:
    static constexpr int kAir = 4;  ///< [px] beside the text
};

QComboBox* shortList(const QString& object, const QString& name)
{
    auto* list = new NameList;
    list->setObjectName(object);
    list->setAccessibleName(name);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return list;
}

}  // namespace

BonesChoice::BonesChoice(const Scene& scene, bool chain, const QString& name) :
    scene_(scene),
    first_(shortList(QStringLiteral("firstBone"), chain ? tr("%1: first bone").arg(name) : name))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(first_, 1);
    first_->addItem(tr("none"), kNoNode);
    fill(first_, kNoNode);
    connect(first_, &QComboBox::activated, this,
            [this](int item) { chooseFirst(first_->itemData(item).toInt()); });
    setFocusProxy(first_);
    if (!chain) return;
    last_ = shortList(QStringLiteral("lastBone"), tr("%1: last bone").arg(name));
    row->addWidget(last_, 1);
    connect(last_, &QComboBox::activated, this,
            [this](int item) { chooseLast(last_->itemData(item).toInt()); });
}

void BonesChoice::setBones(std::vector<NodeIndex> bones)
{
    bones_ = std::move(bones);
    const QSignalBlocker quietFirst(first_);
    first_->setCurrentIndex(first_->findData(bones_.empty() ? kNoNode : bones_.front()));
    // The text may be elided, and does not name the bones between.
    const QString all = bones_.size() > 1 ? boneWords(scene_, bones_) : first_->currentText();
    first_->setToolTip(all);
    if (!last_) return;
    const QSignalBlocker quietLast(last_);
    last_->clear();
    last_->setEnabled(!bones_.empty());
    if (bones_.empty()) return last_->setToolTip({});
    fill(last_, bones_.front());
    last_->setCurrentIndex(last_->findData(bones_.back()));
    last_->setToolTip(all);
}

int BonesChoice::widthOfNames() const
{
    // The layout shares the width evenly.
    if (!last_) return first_->sizeHint().width();
    return 2 * std::max(first_->sizeHint().width(), last_->sizeHint().width()) +
           layout()->spacing();
}

/// Adds all bones; or a bone and those below it.
void BonesChoice::fill(QComboBox* list, NodeIndex below) const
{
    const std::size_t shared = nameSpaceOf(scene_).size();
    for (NodeIndex row = 0; row < scene_.size(); ++row)
        if (scene_[row].bone() && (below == kNoNode || row == below || scene_.isAbove(below, row)))
            list->addItem(toQt(scene_[row].name.substr(shared)), row);
}

std::vector<NodeIndex> BonesChoice::between(NodeIndex first, NodeIndex last) const
{
    std::vector<NodeIndex> bones;
    for (const NodeIndex row : scene_.path(first, last))
        if (scene_[row].bone()) bones.push_back(row);
    return bones.empty() ? std::vector{first} : bones;
}

void BonesChoice::chooseFirst(NodeIndex first)
{
    if (first == kNoNode) return emit chosen({});
    if (!bones_.empty() && bones_.front() == first) return;
    emit chosen(between(first, last_ && !bones_.empty() ? bones_.back() : first));
}

void BonesChoice::chooseLast(NodeIndex last)
{
    if (bones_.empty() || bones_.back() == last) return;
    emit chosen(between(bones_.front(), last));
}

void showNames(QTableWidget& map)
{
    constexpr int kLeast = 24;  // letters of a column of choices
    int whole = 0;
    for (int column = 0; column < map.columnCount(); ++column) {
        int wide = 0;
        for (int row = 0; row < map.rowCount(); ++row)
            if (const auto* choice = qobject_cast<BonesChoice*>(map.cellWidget(row, column)))
                wide = std::max(wide, choice->widthOfNames());
        if (wide > 0) wide = std::max(wide, map.fontMetrics().averageCharWidth() * kLeast);
        if (wide == 0) {
            map.resizeColumnToContents(column);
            wide = map.columnWidth(column);
        }
        map.setColumnWidth(column, wide + 1);  // the line of the grid
        whole += wide + 1;
    }
    map.setMinimumWidth(whole + 2 * map.frameWidth() +
                        map.style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2);
}

}  // namespace posewright::ui
