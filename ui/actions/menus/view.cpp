#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <StandardView view>
void look(Desk& desk)
{
    desk.viewport().lookFrom(view);
}

template <BoneStyle style>
void drawBones(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.bones = style;
    desk.viewport().settings().set(next);
}

template <BoneStyle style>
bool bonesDrawn(Desk& desk)
{
    return desk.viewport().settings().now().bones == style;
}

template <MeshStyle style>
void drawMeshes(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.meshes = style;
    desk.viewport().settings().set(next);
}

template <MeshStyle style>
bool meshesDrawn(Desk& desk)
{
    return desk.viewport().settings().now().meshes == style;
}

template <Shading shading>
void shadeBy(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.shading = shading;
    desk.viewport().settings().set(next);
}

template <Shading shading>
bool shadedBy(Desk& desk)
{
    return desk.viewport().settings().now().shading == shading;
}

template <bool ViewState::*part>
void turnOver(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.*part = !(next.*part);
    desk.viewport().settings().set(next);
}

template <bool ViewState::*part>
bool isOn(Desk& desk)
{
    return desk.viewport().settings().now().*part;
}

template <Follow follow>
void followBy(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.follow = follow;
    desk.viewport().settings().set(next);
}

template <Follow follow>
bool followsBy(Desk& desk)
{
    return desk.viewport().settings().now().follow == follow;
}

QKeySequence onNumpad(Qt::Key key)
{
    return {QKeyCombination(Qt::ControlModifier | Qt::KeypadModifier, key)};
}

// The keys are for the view that the pointer is over.
void frameSelected(Desk& desk)
{
    if (desk.timeline().wantsViewKeys())
        desk.timeline().showSelected();
    else if (draws(desk))
        desk.viewport().frameSelected();
}

void frameAll(Desk& desk)
{
    if (desk.timeline().wantsViewKeys())
        desk.timeline().showAll();
    else if (draws(desk))
        desk.viewport().frameAll();
}

bool orthographic(Desk& desk)
{
    return desk.viewport().camera().orthographic;
}

}  // namespace

// Long: a table.
std::vector<ActionRow> view()
{
    using K = QKeySequence;
    return {
        {"view.frameSelected",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &Selected"),
         QT_TRANSLATE_NOOP("Actions",
                           "Move the camera to what is selected; over the timeline, show the "
                           "selected keys"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera"),
         "frame-selected",
         {K(Qt::Key_F)},
         nullptr,
         frameSelected},
        {"view.frameAll",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame &All"),
         QT_TRANSLATE_NOOP("Actions",
                           "Move the camera to see the whole figure; over the timeline, show "
                           "the whole range"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera home reset"),
         "frame-all",
         {K(Qt::Key_A)},
         nullptr,
         frameAll},
        {"view.frameMotion",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Frame Whole &Motion"),
         QT_TRANSLATE_NOOP("Actions", "Move the camera to see all the room that the motion takes"),
         QT_TRANSLATE_NOOP("Actions", "zoom focus center centre fit camera path"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_A)},
         blind,
         [](Desk& d) { d.viewport().frameMotion(); }},
        {"view.front",
         "View",
         QT_TRANSLATE_NOOP("Actions", "F&ront"),
         QT_TRANSLATE_NOOP("Actions", "Look from the front"),
         QT_TRANSLATE_NOOP("Actions", "camera angle"),
         "front",
         {K(Qt::Key_1)},
         blind,
         look<StandardView::Front>,
         nullptr,
         true},
        {"view.side",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Si&de"),
         QT_TRANSLATE_NOOP("Actions", "Look from the right side"),
         QT_TRANSLATE_NOOP("Actions", "camera angle right"),
         "side",
         {K(Qt::Key_3)},
         blind,
         look<StandardView::Right>},
        {"view.top",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Top"),
         QT_TRANSLATE_NOOP("Actions", "Look from above"),
         QT_TRANSLATE_NOOP("Actions", "camera angle plan above"),
         "top",
         {K(Qt::Key_7)},
         blind,
         look<StandardView::Top>},
        {"view.back",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Bac&k"),
         QT_TRANSLATE_NOOP("Actions", "Look from behind"),
         QT_TRANSLATE_NOOP("Actions", "camera angle rear behind"),
         nullptr,
         {onNumpad(Qt::Key_1)},
         blind,
         look<StandardView::Back>},
        {"view.left",
         "View",
         QT_TRANSLATE_NOOP("Actions", "L&eft"),
         QT_TRANSLATE_NOOP("Actions", "Look from the left side"),
         QT_TRANSLATE_NOOP("Actions", "camera angle side"),
         nullptr,
         {onNumpad(Qt::Key_3)},
         blind,
         look<StandardView::Left>},
        {"view.bottom",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Bottom"),
         QT_TRANSLATE_NOOP("Actions", "Look from below"),
         QT_TRANSLATE_NOOP("Actions", "camera angle below"),
         nullptr,
         {onNumpad(Qt::Key_7)},
         blind,
         look<StandardView::Bottom>},
        {"view.orthographic",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Orthographic"),
         QT_TRANSLATE_NOOP("Actions", "Show the same size at every distance"),
         QT_TRANSLATE_NOOP("Actions", "camera perspective projection parallel flat"),
         nullptr,
         {K(Qt::Key_5)},
         blind,
         [](Desk& d) { d.viewport().setOrthographic(!orthographic(d)); },
         orthographic},
        {"view.names",
         "View",
         QT_TRANSLATE_NOOP("Actions", "Joint &Names"),
         QT_TRANSLATE_NOOP("Actions", "Write every joint's name beside it"),
         QT_TRANSLATE_NOOP("Actions", "labels show text bones"),
         nullptr,
         {K(Qt::Key_J)},
         blind,
         [](Desk& d) {
             ViewState next = d.viewport().settings().now();
             next.names = !next.names;
             d.viewport().settings().set(next);
         },
         [](Desk& d) { return d.viewport().settings().now().names; },
         true},
        {"view.grid",
         "View",
         QT_TRANSLATE_NOOP("Actions", "&Grid"),
         QT_TRANSLATE_NOOP("Actions", "Lines on the ground"),
         QT_TRANSLATE_NOOP("Actions", "floor ground show lines"),
         nullptr,
         {},
         blind,
         [](Desk& d) {
             ViewState next = d.viewport().settings().now();
             next.grid = !next.grid;
             d.viewport().settings().set(next);
         },
         [](Desk& d) { return d.viewport().settings().now().grid; }},
        {"view.followLeaving",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "What &Leaves the View"),
         QT_TRANSLATE_NOOP("Actions",
                           "While playing, the camera goes along with the selection, or the "
                           "figure, before it leaves the view"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track pan keep in view root playback"),
         nullptr,
         {},
         blind,
         followBy<Follow::Leaving>,
         followsBy<Follow::Leaving>},
        {"view.followAlways",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "&Every Frame"),
         QT_TRANSLATE_NOOP("Actions",
                           "The camera goes along with the selection, or the figure, at every "
                           "frame, playing or not"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track pan lock root selection always"),
         nullptr,
         {},
         blind,
         followBy<Follow::Always>,
         followsBy<Follow::Always>},
        {"view.followNever",
         "View/Camera Follows",
         QT_TRANSLATE_NOOP("Actions", "&Nothing"),
         QT_TRANSLATE_NOOP("Actions", "The camera stays where it is put"),
         QT_TRANSLATE_NOOP("Actions", "camera follow track stay fixed never off"),
         nullptr,
         {},
         blind,
         followBy<Follow::Never>,
         followsBy<Follow::Never>},
        {"view.bonesSolid",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Solid"),
         QT_TRANSLATE_NOOP("Actions", "Bones as solid shapes"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton octahedral shaded"),
         nullptr,
         {},
         blind,
         drawBones<BoneStyle::Solid>,
         bonesDrawn<BoneStyle::Solid>},
        {"view.bonesLine",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Lines"),
         QT_TRANSLATE_NOOP("Actions", "Bones as lines from joint to joint"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton stick wire"),
         nullptr,
         {},
         blind,
         drawBones<BoneStyle::Line>,
         bonesDrawn<BoneStyle::Line>},
        {"view.bonesXRay",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&X-ray"),
         QT_TRANSLATE_NOOP("Actions", "Bones that let what lies behind shine through"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton transparent through"),
         nullptr,
         {},
         blind,
         drawBones<BoneStyle::XRay>,
         bonesDrawn<BoneStyle::XRay>},
        {"view.meshesSmooth",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Smooth"),
         QT_TRANSLATE_NOOP("Actions", "Characters and props with smooth surfaces"),
         QT_TRANSLATE_NOOP("Actions", "display style shaded texture material character skin"),
         nullptr,
         {},
         blind,
         drawMeshes<MeshStyle::Smooth>,
         meshesDrawn<MeshStyle::Smooth>},
        {"view.meshesFlat",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Flat"),
         QT_TRANSLATE_NOOP("Actions", "Each triangle of a surface by itself"),
         QT_TRANSLATE_NOOP("Actions", "display style facets low poly"),
         nullptr,
         {},
         blind,
         drawMeshes<MeshStyle::Flat>,
         meshesDrawn<MeshStyle::Flat>},
        {"view.meshesWire",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Wire"),
         QT_TRANSLATE_NOOP("Actions", "The edges of the triangles"),
         QT_TRANSLATE_NOOP("Actions", "display style wireframe topology edges"),
         nullptr,
         {},
         blind,
         drawMeshes<MeshStyle::Wire>,
         meshesDrawn<MeshStyle::Wire>},
        {"view.meshesHidden",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Nothing"),
         QT_TRANSLATE_NOOP("Actions", "Bones alone"),
         QT_TRANSLATE_NOOP("Actions", "display hide mesh character bones only skeleton"),
         nullptr,
         {},
         blind,
         drawMeshes<MeshStyle::Hidden>,
         meshesDrawn<MeshStyle::Hidden>},
        {"view.shadeLambert",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Dull"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces reflect light evenly to all sides (Lambert)"),
         QT_TRANSLATE_NOOP("Actions", "shading lambert diffuse matte light"),
         nullptr,
         {},
         blind,
         shadeBy<Shading::Lambert>,
         shadedBy<Shading::Lambert>},
        {"view.shadeBlinn",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Highlights"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces shine where they mirror a light (Blinn-Phong)"),
         QT_TRANSLATE_NOOP("Actions", "shading blinn phong specular light"),
         nullptr,
         {},
         blind,
         shadeBy<Shading::BlinnPhong>,
         shadedBy<Shading::BlinnPhong>},
        {"view.shadePhysical",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Physical"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces reflect light as their metal and roughness say"),
         QT_TRANSLATE_NOOP("Actions", "shading pbr metal roughness physically based light"),
         nullptr,
         {},
         blind,
         shadeBy<Shading::Physical>,
         shadedBy<Shading::Physical>},
        {"view.sceneLights",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "Lights of the &Scene"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "The lights in the file shine, in place of three that come with the camera"),
         QT_TRANSLATE_NOOP("Actions", "lamp sun point spot light"),
         nullptr,
         {},
         blind,
         turnOver<&ViewState::sceneLights>,
         isOn<&ViewState::sceneLights>},
        {"view.bonesThrough",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Through Meshes"),
         QT_TRANSLATE_NOOP("Actions", "Bones inside a character are seen as lines"),
         QT_TRANSLATE_NOOP("Actions", "in front x-ray overlay skeleton character"),
         nullptr,
         {},
         blind,
         turnOver<&ViewState::through>,
         isOn<&ViewState::through>},
        {"view.helpers",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Helpers"),
         QT_TRANSLATE_NOOP("Actions",
                           "Bones that move no mesh, too: controls and ends of other programs"),
         QT_TRANSLATE_NOOP("Actions", "control ik end handle hide extra bones"),
         nullptr,
         {},
         blind,
         turnOver<&ViewState::helpers>,
         isOn<&ViewState::helpers>},
    };
}

}  // namespace posewright::ui::menus
