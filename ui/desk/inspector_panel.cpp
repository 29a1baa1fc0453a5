#include "ui/actions/desk.h"
#include "ui/inspector/inspector.h"

namespace posewright::ui {

QWidget* makeInspector(Desk& desk)
{
    auto* forms = new Inspector(desk.session(), desk.evaluator());
    QObject::connect(forms, &Inspector::failed, forms,
                     [&desk](const QString& text) { desk.tell(text); });
    return forms;
}

}  // namespace posewright::ui
