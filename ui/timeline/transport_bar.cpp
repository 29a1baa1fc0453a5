#include "ui/timeline/transport_bar.h"

#include "core/operate/operate.h"
#include "ui/look/plain_tip.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr int kFarthest = 10'000'000;  ///< [frame]

/// Frames per second, without trailing zeros.
class RateBox final : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    QString textFromValue(double value) const override
    {
        QString text = QDoubleSpinBox::textFromValue(value);
        if (!text.contains(locale().decimalPoint())) return text;
        while (text.endsWith(u'0')) text.chop(1);
        if (text.endsWith(locale().decimalPoint())) text.chop(1);
        return text;
    }
};

QSpinBox* makeFrameBox(const QString& name, const QString& tip)
{
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(-kFarthest, kFarthest);
    box->setKeyboardTracking(false);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setFixedWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("0000000")) + 16);
    box->setToolTip(tip);
    box->setAccessibleName(tip);
    return box;
}

}  // namespace

TransportBar::TransportBar(Session& session, Timeline& timeline, const QList<QAction*>& buttons,
                           const QList<QAction*>& options, QWidget* parent) :
    QWidget(parent),
    session_(session), timeline_(timeline),
    frame_(makeFrameBox(QStringLiteral("frame"), tr("Frame"))),
    start_(makeFrameBox(QStringLiteral("rangeStart"), tr("First frame of the range"))),
    end_(makeFrameBox(QStringLiteral("rangeEnd"), tr("Last frame of the range"))),
    rate_(new RateBox), time_(new QLabel), clip_(new QToolButton)
{
    rate_->setObjectName(QStringLiteral("rate"));
    rate_->setRange(0.1, 1000);
    rate_->setDecimals(3);
    rate_->setKeyboardTracking(false);
    rate_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    rate_->setAlignment(Qt::AlignRight);
    rate_->setFixedWidth(rate_->fontMetrics().horizontalAdvance(QStringLiteral("1000.000")) + 16);
    rate_->setToolTip(tr("Frames per second: keys keep their frames"));
    rate_->setAccessibleName(tr("Frames per second"));
    clip_->setObjectName(QStringLiteral("clip"));
    clip_->setMinimumWidth(clip_->fontMetrics().averageCharWidth() * 10);
    clip_->setFocusPolicy(Qt::TabFocus);
    connect(clip_, &QToolButton::clicked, this, &TransportBar::clipAsked);
    time_->setTextFormat(Qt::PlainText);
    time_->setToolTip(tr("Time of the frame, in seconds from frame 0"));

    layOut(buttons, options);

    connect(frame_, &QSpinBox::valueChanged, this, [this](int value) {
        if (!refreshing_) session_.playhead().setFrame(value);
    });
    for (const QSpinBox* box : {start_, end_})
        connect(box, &QSpinBox::valueChanged, this, [this, box] { changeRange(*box); });
    connect(rate_, &QDoubleSpinBox::valueChanged, this, &TransportBar::changeRate);
    connect(&session.playhead(), &Playhead::moved, this, &TransportBar::refresh);
    connect(&session, &Session::changed, this, &TransportBar::refresh);
    connect(&session, &Session::replaced, this, &TransportBar::refresh);
    connect(&timeline, &Timeline::optionsChanged, this, &TransportBar::refresh);
    refresh();
}

void TransportBar::layOut(const QList<QAction*>& buttons, const QList<QAction*>& options)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 3, 6, 3);
    row->setSpacing(4);
    const auto addButtons = [row](const QList<QAction*>& actions) {
        for (QAction* action : actions) {
            if (!action) {
                row->addSpacing(10);
                continue;
            }
            auto* button = new QToolButton;
            button->setDefaultAction(action);
            button->setAutoRaise(true);
            button->setFocusPolicy(Qt::TabFocus);
            row->addWidget(button);
        }
    };
    addButtons(buttons);
    row->addSpacing(10);
    row->addWidget(addWord(tr("Frame")));
    row->addWidget(frame_);
    row->addWidget(time_);
    words_ << time_;
    row->addSpacing(10);
    addButtons(options);
    row->addSpacing(10);
    row->addWidget(clip_);
    row->addStretch(1);
    row->addWidget(addWord(tr("Range")));
    row->addWidget(start_);
    row->addWidget(new QLabel(QStringLiteral("\u2013")));
    row->addWidget(end_);
    row->addSpacing(10);
    row->addWidget(rate_);
    row->addWidget(addWord(tr("fps")));
}

QLabel* TransportBar::addWord(const QString& text)
{
    words_ << new QLabel(text);
    return words_.back();
}

QSize TransportBar::minimumSizeHint() const
{
    QSize least = QWidget::minimumSizeHint();
    for (const QLabel* word : words_)
        if (!word->isHidden())
            least.rwidth() -= word->minimumSizeHint().width() + layout()->spacing();
    return least;
}

void TransportBar::showWords()
{
    int needed = minimumSizeHint().width();
    for (const QLabel* word : words_)
        needed += word->minimumSizeHint().width() + layout()->spacing();
    for (QLabel* word : words_) word->setVisible(needed <= width());
}

void TransportBar::editRate()
{
    rate_->setFocus(Qt::ShortcutFocusReason);
    rate_->selectAll();
}

void TransportBar::refresh()
{
    refreshing_ = true;
    const Document& doc = session_.document();
    const double frame = session_.playhead().frame();
    frame_->setValue(static_cast<int>(frame));
    start_->setValue(static_cast<int>(std::lround(doc.playback.start)));
    end_->setValue(static_cast<int>(std::lround(doc.playback.end)));
    rate_->setValue(doc.clip().rate);
    // Decimals, not seconds and frames, which could be mistaken for hundredths.
    time_->setText(tr("%1 s").arg(QLocale().toString(frame / doc.clip().rate, 'f', 2)));
    refreshClip();
    refreshing_ = false;
}

void TransportBar::refreshClip()
{
    // The name of the active clip, if there are several.
    const Document& doc = session_.document();
    clip_->setVisible(doc.clips.size() > 1);
    const QString name = toQt(doc.clip().name);
    const int letter = fontMetrics().averageCharWidth();
    const int others = sizeHint().width() - clip_->sizeHint().width() + 8 * letter;
    QString shown = fontMetrics().elidedText(name, Qt::ElideMiddle,
                                             std::clamp(width() - others, 8 * letter, 40 * letter));
    const QString text = tr("Clip: %1...").arg(shown.replace(u'&', QStringLiteral("&&")));
    if (clip_->text() == text) return;
    clip_->setText(text);
    clip_->setToolTip(plainTip(tr("%1\nClip %2 of %3: click for another")
                                   .arg(name)
                                   .arg(doc.playback.clip + 1)
                                   .arg(doc.clips.size())));
    clip_->setAccessibleName(tr("Clip %1: show another").arg(name));
}

void TransportBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showWords();
    refreshClip();
}

void TransportBar::changeRange(const QSpinBox& box)
{
    if (refreshing_) return;
    const Result<operate::Edits> edits = operate::plainEdits(
        session_.document(), operate::ChangeRange{double(start_->value()), double(end_->value())});
    const Result<void> done =
        edits ? session_.commit(*edits, stepText({edits->front()}, session_.document()),
                                box.objectName())
              : Result<void>(edits.error());
    if (!done) emit failed(errorText(done.error()));
    refresh();
}

void TransportBar::changeRate()
{
    if (refreshing_) return;
    edit::SetFps fps;
    fps.fps = rate_->value();
    if (const Result<void> done = session_.commit({fps}, QString(), rate_->objectName()); !done)
        emit failed(errorText(done.error()));
    refresh();
}

}  // namespace posewright::ui
