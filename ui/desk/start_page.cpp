#include "ui/desk/start_page.h"

#include "ui/actions/actions.h"
#include "ui/actions/samples.h"
#include "ui/actions/tours.h"
#include "ui/files/recent_files.h"
#include "ui/look/icons.h"

#include <QCommandLinkButton>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLayoutItem>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace posewright::ui {

namespace {

constexpr int kShownRecent = 6;

QLabel* heading(const QString& text, double scale)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* sentence(const QString& text, Qt::TextFormat format = Qt::PlainText)
{
    auto* label = new QLabel(text);
    label->setTextFormat(format);
    label->setWordWrap(true);
    return label;
}

/// A file to open: its name, and as much of its folder as fits.
class FileButton final : public QPushButton {
public:
    FileButton(QString name, QString folder) : name_(std::move(name)), folder_(std::move(folder))
    {
        setFlat(true);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setIcon(ui::icon("open"));
        setStyleSheet(QStringLiteral("text-align: left; padding: 4px;"));
        fit();
    }
    QSize minimumSizeHint() const override
    {
        return {fontMetrics().averageCharWidth() * 20, QPushButton::sizeHint().height()};
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QPushButton::resizeEvent(event);
        fit();
    }

private:
    void fit()
    {
        const QString gap = QStringLiteral("   ");
        const int letter = fontMetrics().averageCharWidth();
        const int room = width() - iconSize().width() - 4 * letter;
        const QString name = fontMetrics().elidedText(name_, Qt::ElideMiddle, room);
        const int left = room - fontMetrics().horizontalAdvance(name + gap);
        QString text = name;
        if (left > 8 * letter)
            text += gap + fontMetrics().elidedText(folder_, Qt::ElideMiddle, left);
        text.replace(u'&', QStringLiteral("&&"));
        if (text != this->text()) setText(text);
    }

    QString name_;
    QString folder_;
};

/// The first shortcut of an action, named as everywhere else.
QString keyOf(std::string_view id)
{
    for (const ActionRow& row : actionTable())
        if (row.id == id && !row.shortcuts.empty())
            return row.shortcuts.front().toString(QKeySequence::NativeText).toHtmlEscaped();
    return {};
}

QCommandLinkButton* choice(const QString& title, const QString& hint, const char* picture)
{
    auto* button = new QCommandLinkButton(title, hint);
    button->setIcon(icon(picture));
    button->setIconSize({32, 32});
    button->setAccessibleName(title);
    button->setAccessibleDescription(hint);
    return button;
}

}  // namespace

StartPage::StartPage(QWidget* parent) :
    QWidget(parent), columns_(new QBoxLayout(QBoxLayout::LeftToRight)), recent_(new QVBoxLayout),
    recentFiles_(new QWidget), scroll_(new QScrollArea),
    back_(choice({}, tr("Esc leads there, too"), "previous"))
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    auto* page = new QWidget;
    columns_->setSpacing(40);
    columns_->addWidget(beginnings(), 5);
    columns_->addWidget(firstMinute(), 4);
    auto* box = new QVBoxLayout(page);
    box->setContentsMargins(36, 8, 36, 6);
    box->addWidget(heading(QStringLiteral("Posewright"), 2));
    box->addWidget(sentence(tr("Place targets in time; the figure reaches them.")));
    box->addSpacing(2);
    back_->setObjectName(QStringLiteral("start.back"));
    back_->setIconSize({24, 24});
    connect(back_, &QPushButton::clicked, this, &StartPage::backChosen);
    offerBack({});
    box->addWidget(back_);
    box->addLayout(columns_);
    box->addStretch(1);
    page->setMaximumWidth(1000);

    scroll_->setWidget(page);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setAlignment(Qt::AlignHCenter);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setBackgroundRole(QPalette::Base);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll_);
    refresh();
}

QWidget* StartPage::skeletonButtons()
{
    auto* box = new QWidget;
    box->setAccessibleName(tr("Skeletons"));
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setSpacing(2);
    int at = 0;
    for (const Sample& skeleton : skeletons()) {
        auto* button = new QToolButton;
        const QString id = QString::fromUtf8(skeleton.id.data(), qsizetype(skeleton.id.size()));
        button->setObjectName(QStringLiteral("start.skeleton-") + id);
        button->setText(sampleTitle(skeleton));
        button->setAccessibleName(sampleTitle(skeleton));
        button->setToolTip(QCoreApplication::translate("Samples", skeleton.hint));
        button->setIcon(icon(("template-" + id.toUtf8()).constData()));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this,
                [this, name = skeleton.id] { emit sampleChosen(name); });
        grid->addWidget(button, at / 2, at % 2);
        ++at;
    }
    return box;
}

QWidget* StartPage::tourButtons()
{
    auto* box = new QWidget;
    box->setAccessibleName(tr("Tours"));
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(2);
    for (const Tour& tour : tours()) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("start.tour-") + QString::fromStdString(tour.id));
        button->setText(tour.title);
        button->setAccessibleName(tour.title);
        button->setToolTip(tour.about);
        button->setIcon(icon("help-tour"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this,
                [this, id = std::string_view(tour.id)] { emit tourChosen(id); });
        column->addWidget(button);
    }
    return box;
}

QWidget* StartPage::beginnings()
{
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(heading(tr("Begin with"), 1.2));
    for (const Sample& sample : samples()) {
        const QByteArray picture = "sample-" + QByteArray(sample.id.data(), sample.id.size());
        QCommandLinkButton* button =
            choice(sampleTitle(sample), QCoreApplication::translate("Samples", sample.hint),
                   picture.constData());
        button->setObjectName(QStringLiteral("start.") + QString::fromUtf8(picture));
        connect(button, &QPushButton::clicked, this,
                [this, id = sample.id] { emit sampleChosen(id); });
        column->addWidget(button);
    }
    QCommandLinkButton* open = choice(tr("Open a file..."),
                                      tr("Motion capture (.bvh), characters (.glb, .gltf, .fbx, "
                                         ".dae) or a project; or drop it here"),
                                      "sample-open");
    open->setObjectName(QStringLiteral("start.open"));
    connect(open, &QPushButton::clicked, this, &StartPage::openChosen);
    column->addWidget(open);
    QCommandLinkButton* empty =
        choice(tr("Empty scene"), tr("Nothing but the ground; B draws a figure bone by bone"),
               "sample-empty");
    empty->setObjectName(QStringLiteral("start.empty"));
    connect(empty, &QPushButton::clicked, this, &StartPage::emptyChosen);
    column->addWidget(empty);
    column->addStretch(1);
    return side;
}

QWidget* StartPage::firstMinute()
{
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    // Returning users continue with a file, so recent files come first.
    auto* again = new QVBoxLayout(recentFiles_);
    again->setContentsMargins(0, 0, 0, 10);
    again->addWidget(heading(tr("Recent files"), 1.2));
    recent_->setSpacing(0);
    again->addLayout(recent_);
    column->addWidget(recentFiles_);
    column->addWidget(heading(tr("The first minute"), 1.2));
    const QStringList steps{
        tr("Choose <b>Figure</b>. The stars are <i>targets</i>: the limbs reach for them."),
        tr("Click on the ruler of the timeline, at frame 20."),
        tr("Drag the star at a hand. The arm follows; a key is set at that frame."),
        tr("Go to frame 40 and drag it somewhere else. Press <b>Space</b> to watch."),
        tr("On a figure of your own: click a bone and press <b>T</b> for a target."),
        tr("<b>%1</b> exports for other programs. <b>%2</b> finds any action by words.")
            .arg(keyOf("file.export"), keyOf("edit.findAction")),
    };
    for (int i = 0; i < steps.size(); ++i) {
        auto* row = new QHBoxLayout;
        QLabel* number = heading(QString::number(i + 1), 1.2);
        number->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
        number->setFixedWidth(number->fontMetrics().horizontalAdvance(QStringLiteral("000")));
        row->addWidget(number);
        row->addWidget(sentence(steps[i], Qt::RichText), 1);
        column->addLayout(row);
    }
    column->addSpacing(8);
    column->addWidget(heading(tr("Be led through it"), 1.2));
    column->addWidget(tourButtons());
    column->addSpacing(8);
    column->addWidget(heading(tr("Begin with a skeleton"), 1.2));
    column->addWidget(skeletonButtons());
    column->addStretch(1);
    return side;
}

void StartPage::offerBack(const QString& title)
{
    back_->setVisible(!title.isEmpty());
    QString plain = title;
    back_->setText(tr("Back to %1").arg(plain.replace(u'&', QStringLiteral("&&"))));
    back_->setAccessibleName(tr("Back to %1").arg(title));
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && back_->isVisible())
        emit backChosen();
    else if (event->key() == Qt::Key_PageDown)
        scroll_->verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepAdd);
    else if (event->key() == Qt::Key_PageUp)
        scroll_->verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
    else
        QWidget::keyPressEvent(event);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Side by side if there is room for both, else one below the other.
    const bool wide = width() >= fontMetrics().averageCharWidth() * 96;
    columns_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void StartPage::refresh()
{
    while (QLayoutItem* item = recent_->takeAt(0)) {
        if (QWidget* widget = item->widget()) widget->deleteLater();
        delete item;
    }
    const QStringList paths = recent_files::all().mid(0, kShownRecent);
    recentFiles_->setVisible(!paths.isEmpty());
    for (const QString& path : paths) {
        const QFileInfo file(path);
        auto* button = new FileButton(file.fileName(), QDir::toNativeSeparators(file.path()));
        const QString place = QDir::toNativeSeparators(path);
        button->setToolTip(file.exists() ? place
                                         : tr("Not possible now: %1 is not there").arg(place));
        button->setAccessibleName(tr("Open %1").arg(path));
        button->setEnabled(file.exists());
        connect(button, &QPushButton::clicked, this, [this, path] { emit fileChosen(path); });
        recent_->addWidget(button);
    }
}

}  // namespace posewright::ui
