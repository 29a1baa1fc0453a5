#include "ui/desk/scene_panel.h"

#include "ui/actions/desk.h"
#include "ui/actions/view_menu.h"
#include "ui/desk/filter_line.h"
#include "ui/desk/scene_tree.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace posewright::ui {

ScenePanel::ScenePanel(Session& session) : tree_(new SceneTree(session))
{
    sought_ = new FilterLine(*tree_, QStringLiteral("sceneFilter"), tr("Find in the scene"),
                             tr("Find bones, targets and other nodes by name"));
    sought_->setToolTip(tr("Shows only names with these words in them\n"
                           "Enter selects the first, arrows go on from there, Esc shows all"));
    sought_->installEventFilter(this);
    auto* field = new QWidget;  // adds a margin like the timeline's
    auto* line = new QVBoxLayout(field);
    line->setContentsMargins(4, 3, 4, 3);
    line->addWidget(sought_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(field);
    column->addWidget(tree_, 1);
    setAccessibleName(tr("Scene"));
    // When moving between panels, the list gets the focus.
    setFocusPolicy(Qt::TabFocus);
    setFocusProxy(tree_);
    connect(sought_, &QLineEdit::textChanged, tree_, &SceneTree::setFilter);
    // After Enter, letters are the window's shortcuts again.
    connect(sought_, &QLineEdit::returnPressed, this, [this] {
        if (tree_->pickFirst()) tree_->setFocus(Qt::OtherFocusReason);
    });
    connect(&session, &Session::replaced, sought_, &QLineEdit::clear);
}

void ScenePanel::find()
{
    sought_->setFocus();
    sought_->selectAll();
}

bool ScenePanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool escape = event->type() == QEvent::KeyPress &&
                        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (watched != sought_ || !escape) return QWidget::eventFilter(watched, event);
    // First Esc clears the filter, the next one leaves the field.
    if (sought_->text().isEmpty())
        tree_->setFocus();
    else
        sought_->clear();
    return true;
}

QWidget* makeScene(Desk& desk)
{
    auto* panel = new ScenePanel(desk.session());
    SceneTree* tree = &panel->tree();
    tree->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(
        tree, &QWidget::customContextMenuRequested, tree, [&desk, tree](const QPoint& at) {
            openViewMenu(desk.actions(), desk.widget(), tree->viewport()->mapToGlobal(at));
        });
    const ViewSettings& settings = desk.viewport().settings();
    QObject::connect(&settings, &ViewSettings::changed, tree,
                     [tree, &settings] { tree->dimNames(settings.now().hidden); });
    return panel;
}

void enterScene(QWidget& panel, std::string_view field)
{
    auto& scene = static_cast<ScenePanel&>(panel);
    if (field == "name")
        scene.tree().renameActive();
    else
        scene.find();
}

int widthOfNames(QWidget& panel)
{
    return static_cast<ScenePanel&>(panel).tree().widthOfNames();
}

}  // namespace posewright::ui
