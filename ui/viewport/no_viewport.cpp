#include "ui/viewport/no_viewport.h"

#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/viewport/selection_words.h"
#include "ui/viewport/view_frame.h"

#include <QCoreApplication>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace posewright::ui {

NoViewport::NoViewport(Session& session, Evaluator& evaluator) :
    session_(session), evaluator_(evaluator), stage_(stageOf(session.document()))
{
    auto* page = new QWidget;
    page->setFocusPolicy(Qt::StrongFocus);
    page->setAccessibleName(QCoreApplication::translate("Viewport", "View of the scene"));
    auto* column = new QVBoxLayout(page);
    const auto add = [&](const QString& text) {
        auto* label = new QLabel(text);
        label->setAlignment(Qt::AlignCenter);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMargin(16);
        column->addWidget(label);
        return label;
    };
    column->addStretch();
    QLabel* notice = add(
        tr("There is no picture, because OpenGL 3.2 is not available here.\n\n"
           "Opening, the timeline, undo, saving and exporting work all the same. [ and ] select "
           "targets, Ctrl+Shift and the arrows move them. With Mesa installed, "
           "LIBGL_ALWAYS_SOFTWARE=1 draws without a graphics card."));
    notice->setObjectName(QStringLiteral("noPicture"));
    selected_ = add({});
    selected_->setObjectName(QStringLiteral("selectedWords"));
    column->addStretch();
    frame_ = new ViewFrame(page);
    frame_->setWords([this] { return selected_->text(); }, [notice] { return notice->text(); });

    connect(&session, &Session::replaced, this,
            [this](const Document& now) { stage_ = stageOf(now); });
    connect(&session.selection(), &Selection::nodesChanged, this, [this] {
        tellWhatIsSelected();
        frame_->announce();
    });
    connect(&evaluator, &Evaluator::evaluated, this, &NoViewport::tellWhatIsSelected);
    tellWhatIsSelected();
}

NoViewport::~NoViewport()
{
    delete frame_;
}

QWidget& NoViewport::widget()
{
    return *frame_;
}

ViewSize NoViewport::viewSize() const
{
    return {std::max(1.0, static_cast<double>(frame_->width())),
            std::max(1.0, static_cast<double>(frame_->height()))};
}

void NoViewport::tellWhatIsSelected()
{
    selected_->setText(selectionWords(session_.document(), evaluator_.current().get(),
                                      session_.selection().nodes()));
}

}  // namespace posewright::ui
