#include "tests/ui/desk/example_panel.h"

#include "ui/actions/desk.h"
#include "ui/session/session.h"

namespace posewright::test {

NodeCountPanel::NodeCountPanel(ui::Desk& desk)
{
    setObjectName(QStringLiteral("nodeCount"));
    setFocusPolicy(Qt::TabFocus);
    const auto count = [this, &desk] {
        setText(QStringLiteral("%1 nodes").arg(desk.session().document().scene->size()));
    };
    connect(&desk.session(), &ui::Session::changed, this, count);
    connect(&desk.session(), &ui::Session::replaced, this, count);
    count();
}

}  // namespace posewright::test
