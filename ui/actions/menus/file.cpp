#include "core/retarget/figure.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/samples.h"
#include "ui/files/files.h"
#include "ui/session/evaluator.h"
#include "ui/session/playhead.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>
#include <QWidget>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

void newDocument(Desk& desk)
{
    if (desk.files().mayReplaceDocument())
        desk.session().startNew(emptyDocument(),
                                translated(QT_TRANSLATE_NOOP("Actions", "Untitled")));
}

void exportFile(Desk& desk)
{
    const Playhead& playhead = desk.session().playhead();
    ExportView view{desk.viewport().settings().now().hidden};
    for (const auto& [frame, status] : desk.evaluator().strip())
        if (frame >= playhead.start() && frame <= playhead.end())
            view.problems += desk.evaluator().isProblemFrame(frame) ? 1 : 0;
    desk.files().askExport(view);
}

Obstacle mayReadAnew(Desk& desk)
{
    if (const Obstacle now = busy(desk)) return now;
    return desk.session().file().readAs()
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "what is open is a project, or no file");
}

Obstacle wasBroughtIn(Desk& desk)
{
    const Document& doc = desk.session().document();
    if (!originOf(doc, doc.clip().name))
        return QT_TRANSLATE_NOOP("Actions", "the clip that is shown was not brought in");
    return busy(desk);
}

Obstacle hasFigure(Desk& desk)
{
    if (const Obstacle now = busy(desk)) return now;
    return desk.session().document().scene->size() > 0
               ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "there is no figure that could move");
}

Obstacle hasTwoFigures(Desk& desk)
{
    if (const Obstacle now = busy(desk)) return now;
    // Asked after every change, of which few change the scene.
    static Shared<Scene> of;
    static bool two = false;
    const Shared<Scene>& scene = desk.session().document().scene;
    if (!of.sameAs(scene)) {
        of = scene;
        two = retarget::figuresOf(*of).size() > 1;
    }
    return two ? nullptr
               : QT_TRANSLATE_NOOP("Actions", "there is no second figure in the document");
}

void save(Desk& desk)
{
    desk.files().save();
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> file()
{
    using K = QKeySequence;
    return {
        {"file.new", "File/New", QT_TRANSLATE_NOOP("Actions", "&Empty Scene"),
         QT_TRANSLATE_NOOP("Actions", "Start with an empty scene"),
         QT_TRANSLATE_NOOP("Actions", "new blank document project create begin start"), "new",
         keys(K::New), busy, newDocument},
        {"file.sample.figure",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Figure"),
         QT_TRANSLATE_NOOP("Actions", "A standing figure with targets, to be moved"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "new begin start sample example template character biped human body person"),
         "sample-figure",
         {},
         busy,
         [](Desk& d) { openSample(d, "figure"); },
         nullptr,
         true},
        {"file.sample.walk",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Walk"),
         QT_TRANSLATE_NOOP("Actions", "Two steps on planted feet"),
         QT_TRANSLATE_NOOP("Actions", "new begin start sample example template cycle steps feet"),
         "sample-walk",
         {},
         busy,
         [](Desk& d) { openSample(d, "walk"); }},
        {"file.sample.mannequin",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Mannequin"),
         QT_TRANSLATE_NOOP("Actions", "A character with a skin that walks and greets"),
         QT_TRANSLATE_NOOP("Actions",
                           "new begin start sample example template character mesh skin"),
         "sample-mannequin",
         {},
         busy,
         [](Desk& d) { openSample(d, "mannequin"); }},
        {"file.sample.capture",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Recorded Walk"),
         QT_TRANSLATE_NOOP("Actions", "Six steps with a key at every frame, whose feet slide"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "new begin start sample example template motion capture mocap bvh foot skate"),
         "sample-capture",
         {},
         busy,
         [](Desk& d) { openSample(d, "capture"); }},
        {"file.sample.doorbell",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Doorbell"),
         QT_TRANSLATE_NOOP("Actions", "An arm whose finger rings a bell in time"),
         QT_TRANSLATE_NOOP("Actions", "new begin start sample example template arm finger press"),
         "sample-doorbell",
         {},
         busy,
         [](Desk& d) { openSample(d, "doorbell"); }},
        {"file.sample.arm",
         "File/New",
         QT_TRANSLATE_NOOP("Actions", "&Planar Arm"),
         QT_TRANSLATE_NOOP("Actions",
                           "The steps of one solve, a frame each; then its finger rings a bell"),
         QT_TRANSLATE_NOOP("Actions", "new begin start sample example template 2d robot solver"),
         "sample-arm",
         {},
         busy,
         [](Desk& d) { openSample(d, "arm"); }},
        {"file.open", "File", QT_TRANSLATE_NOOP("Actions", "&Open..."),
         QT_TRANSLATE_NOOP("Actions", "Open a project or a motion file"),
         QT_TRANSLATE_NOOP("Actions", "load import file glb gltf bvh mocap"), "open", keys(K::Open),
         busy, [](Desk& d) { d.files().askOpen(); }},
        {"file.save", "File", QT_TRANSLATE_NOOP("Actions", "&Save"),
         QT_TRANSLATE_NOOP("Actions", "Save the project"),
         QT_TRANSLATE_NOOP("Actions", "store write keep file glb project"), "save", keys(K::Save),
         busy, save, nullptr, true},
        {"file.saveAs",
         "File",
         QT_TRANSLATE_NOOP("Actions", "Save &As..."),
         QT_TRANSLATE_NOOP("Actions", "Save the project under another name"),
         QT_TRANSLATE_NOOP("Actions", "store write keep file glb project copy name"),
         "save-as",
         {K(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
         busy,
         [](Desk& d) { d.files().askSaveAs(); }},
        {"file.reading",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Up, Unit and Clips..."),
         QT_TRANSLATE_NOOP("Actions",
                           "How the file is read: which axis points up, what its lengths "
                           "count, which clips, at what rate"),
         QT_TRANSLATE_NOOP("Actions", "import options axis z y scale centimetres metres rotate "
                                      "lying turn animation take fps rate"),
         nullptr,
         {},
         mayReadAnew,
         [](Desk& d) { d.files().askReading(); }},
        {"file.addScene",
         "File",
         QT_TRANSLATE_NOOP("Actions", "A&dd to Scene..."),
         QT_TRANSLATE_NOOP("Actions",
                           "Figures and props of another file come beside those that are here"),
         QT_TRANSLATE_NOOP("Actions", "import append merge link prop weapon character insert"),
         nullptr,
         {},
         busy,
         [](Desk& d) { d.files().askAddScene(); }},
        {"file.import",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Import Clips..."),
         QT_TRANSLATE_NOOP("Actions", "Add motion of another file to the figure that is open"),
         QT_TRANSLATE_NOOP("Actions", "add clip animation motion bvh fbx glb same skeleton joints"),
         nullptr,
         {},
         hasFigure,
         [](Desk& d) { d.files().askImport(); }},
        {"file.bringIn",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Bring In Motion..."),
         QT_TRANSLATE_NOOP("Actions", "Put the motion of another figure onto the one that is open"),
         QT_TRANSLATE_NOOP("Actions",
                           "retarget dance capture mocap mixamo map bones character transfer"),
         nullptr,
         {},
         hasFigure,
         [](Desk& d) { d.files().askBringIn(); }},
        {"file.bringInHere",
         "File",
         QT_TRANSLATE_NOOP("Actions", "Bring In Motion of &This Document..."),
         QT_TRANSLATE_NOOP("Actions",
                           "Put the motion of one figure of the document onto another of it: the "
                           "one that is selected, else one that does not move"),
         QT_TRANSLATE_NOOP("Actions", "retarget other figure same scene clip map bones transfer"),
         nullptr,
         {},
         hasTwoFigures,
         [](Desk& d) { d.files().askBringInHere(); }},
        {"file.bringInAnew",
         "File",
         QT_TRANSLATE_NOOP("Actions", "Chan&ge Motion Brought In..."),
         QT_TRANSLATE_NOOP("Actions", "Which bone is which, and how it came here: the clip is made "
                                      "anew, its layers, targets and spans stay"),
         QT_TRANSLATE_NOOP("Actions", "retarget again map bones source redo update"),
         nullptr,
         {},
         wasBroughtIn,
         [](Desk& d) { d.files().askBringInAnew(); }},
        {"file.export",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Export..."),
         QT_TRANSLATE_NOOP("Actions", "Write the motion as shown for another program"),
         QT_TRANSLATE_NOOP("Actions", "glb gltf bvh bake convert write share engine game"),
         "export",
         {K(Qt::CTRL | Qt::Key_E)},
         busy,
         exportFile},
        {"file.quit",
         "File",
         QT_TRANSLATE_NOOP("Actions", "&Quit"),
         QT_TRANSLATE_NOOP("Actions", "Close the editor"),
         QT_TRANSLATE_NOOP("Actions", "exit close leave end"),
         "quit",
         {K(Qt::CTRL | Qt::Key_Q)},
         nullptr,
         [](Desk& d) { d.widget().close(); },
         nullptr,
         true},
    };
}

}  // namespace posewright::ui::menus
