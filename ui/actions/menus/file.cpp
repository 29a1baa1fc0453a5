#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/samples.h"
#include "ui/session/session.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

void newDocument(Desk& desk)
{
    if (desk.mayReplaceDocument())
        desk.session().startNew(emptyDocument(),
                                translated(QT_TRANSLATE_NOOP("Actions", "Untitled")));
}

void save(Desk& desk)
{
    desk.save();
}

}  // namespace

std::vector<ActionRow> file()
{
    using K = QKeySequence;
    return {
        {"file.new", "File", QT_TRANSLATE_NOOP("Actions", "&New"),
         QT_TRANSLATE_NOOP("Actions", "Start with an empty scene"), "new", keys(K::New), idle,
         newDocument},
        {"file.sample.figure",
         "File/New from Sample",
         QT_TRANSLATE_NOOP("Actions", "&Figure"),
         QT_TRANSLATE_NOOP("Actions", "A standing figure with targets, to be moved"),
         "sample-figure",
         {},
         idle,
         [](Desk& d) { openSample(d, "figure"); }},
        {"file.sample.walk",
         "File/New from Sample",
         QT_TRANSLATE_NOOP("Actions", "&Walk"),
         QT_TRANSLATE_NOOP("Actions", "Two steps on planted feet"),
         "sample-walk",
         {},
         idle,
         [](Desk& d) { openSample(d, "walk"); }},
        {"file.sample.doorbell",
         "File/New from Sample",
         QT_TRANSLATE_NOOP("Actions", "&Doorbell"),
         QT_TRANSLATE_NOOP("Actions", "An arm whose finger rings a bell in time"),
         "sample-doorbell",
         {},
         idle,
         [](Desk& d) { openSample(d, "doorbell"); }},
        {"file.sample.arm",
         "File/New from Sample",
         QT_TRANSLATE_NOOP("Actions", "&Planar Arm"),
         QT_TRANSLATE_NOOP("Actions", "One solve step by step, then a target that rings a bell"),
         "sample-arm",
         {},
         idle,
         [](Desk& d) { openSample(d, "arm"); }},
        {"file.open", "File", QT_TRANSLATE_NOOP("Actions", "&Open..."),
         QT_TRANSLATE_NOOP("Actions", "Open a project or a motion file"), "open", keys(K::Open),
         idle, [](Desk& d) { d.askOpen(); }},
        {"file.save", "File", QT_TRANSLATE_NOOP("Actions", "&Save"),
         QT_TRANSLATE_NOOP("Actions", "Save the project"), "save", keys(K::Save), idle, save,
         nullptr, true},
        {"file.saveAs",
         "File",
         QT_TRANSLATE_NOOP("Actions", "Save &As..."),
         QT_TRANSLATE_NOOP("Actions", "Save the project under another name"),
         "save-as",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
         idle,
         [](Desk& d) { d.askSaveAs(); }},
        {"file.export",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Export..."),
         QT_TRANSLATE_NOOP("Actions", "Write the motion as shown for another program"),
         "export",
         {K(Qt::CTRL | Qt::Key_E)},
         idle,
         [](Desk& d) { d.askExport(); }},
        {"file.quit",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Quit"),
         QT_TRANSLATE_NOOP("Actions", "Close the editor"),
         "quit",
         {K(Qt::CTRL | Qt::Key_Q)},
         nullptr,
         [](Desk& d) { d.quit(); },
         nullptr,
         true},
    };
}

}  // namespace posewright::ui::menus
