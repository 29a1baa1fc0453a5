// Long: a row for each action of the menu.
#include "core/skinning/shares.h"
#include "ui/actions/actions.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/session/session.h"
#include "ui/viewport/viewport.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>

#include <algorithm>
#include <iterator>

namespace posewright::ui::menus {

using namespace helpers;

namespace {

template <auto part, auto value>
void put(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    next.*part = value;
    desk.viewport().settings().set(next);
}

template <auto part, auto value>
bool is(Desk& desk)
{
    return desk.viewport().settings().now().*part == value;
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

constexpr double kExposureStep = 0.5;  ///< [stops]

void expose(Desk& desk, double stops)
{
    ViewState next = desk.viewport().settings().now();
    next.exposure = std::clamp(stops, -kMostExposure, kMostExposure);
    desk.viewport().settings().set(next);
}

double exposure(Desk& desk)
{
    return desk.viewport().settings().now().exposure;
}

/// For brightening if `sign` is 1, else for darkening.
template <int sign>
Obstacle noFurther(Desk& desk)
{
    if (const Obstacle none = blind(desk)) return none;
    return sign * exposure(desk) >= kMostExposure
               ? QT_TRANSLATE_NOOP("Actions", "surfaces are at five stops already")
               : nullptr;
}

template <int sign>
void exposeFurther(Desk& desk)
{
    expose(desk, exposure(desk) + sign * kExposureStep);
}

Obstacle usuallyBright(Desk& desk)
{
    if (const Obstacle none = blind(desk)) return none;
    return exposure(desk) == 0
               ? QT_TRANSLATE_NOOP("Actions", "surfaces are as bright as they usually are")
               : nullptr;
}

/// Does one of the selected bones move a part of the mesh?
bool isMovedBySelected(Desk& desk, const Scene& scene, NodeIndex row)
{
    const auto* mesh = std::get_if<MeshPart>(&scene[row].part);
    if (!mesh || mesh->skin < 0) return false;
    std::vector<NodeId> bones;
    for (const NodeId joint : scene.skins()[mesh->skin].joints)
        if (desk.session().selection().contains(joint)) bones.push_back(joint);
    if (bones.empty()) return false;
    const std::vector<float> shares = skinning::sharesOf(scene, row, bones);
    return std::ranges::any_of(shares, [](float share) { return share > 0; });
}

/// Meshes that are selected, below a selected node, or moved by a selected bone.
std::vector<NodeId> meshesMeant(Desk& desk)
{
    const Scene& scene = *desk.session().document().scene;
    std::vector<NodeId> meshes;
    for (const Node& node : scene.nodes()) {
        if (!std::holds_alternative<MeshPart>(node.part)) continue;
        if (isMovedBySelected(desk, scene, scene.find(node.id))) {
            meshes.push_back(node.id);
            continue;
        }
        for (NodeIndex row = scene.find(node.id); row != kNoNode; row = scene[row].parent)
            if (desk.session().selection().contains(scene[row].id)) {
                meshes.push_back(node.id);
                break;
            }
    }
    std::sort(meshes.begin(), meshes.end());
    return meshes;
}

Obstacle noMeshMeant(Desk& desk)
{
    if (const Obstacle none = blind(desk)) return none;
    return meshesMeant(desk).empty()
               ? QT_TRANSLATE_NOOP("Actions",
                                   "select meshes in the list, or a bone that moves some")
               : nullptr;
}

void hideMeshes(Desk& desk)
{
    ViewState next = desk.viewport().settings().now();
    std::vector<NodeId> all;
    const std::vector<NodeId> more = meshesMeant(desk);
    std::set_union(next.hidden.begin(), next.hidden.end(), more.begin(), more.end(),
                   std::back_inserter(all));
    next.hidden = std::move(all);
    desk.viewport().settings().set(next);
    desk.tell(
        QCoreApplication::translate("Actions", "%n mesh(es) hidden; %1 shows all", nullptr,
                                    static_cast<int>(more.size()))
            .arg(desk.actions()["view.showMeshes"]->shortcut().toString(QKeySequence::NativeText)));
}

Obstacle noneHidden(Desk& desk)
{
    return desk.viewport().settings().now().hidden.empty()
               ? QT_TRANSLATE_NOOP("Actions", "no mesh is hidden")
               : nullptr;
}

}  // namespace

// Long: a row for each action of the menu.
std::vector<ActionRow> display()
{
    return {
        {"view.bonesSolid",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Solid"),
         QT_TRANSLATE_NOOP("Actions", "Bones as solid shapes, inside of meshes as lines over them"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton octahedral shaded"),
         nullptr,
         {},
         blind,
         put<&ViewState::bones, BoneStyle::Solid>,
         is<&ViewState::bones, BoneStyle::Solid>,
         false,
         true},
        {"view.bonesLine",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Lines"),
         QT_TRANSLATE_NOOP("Actions", "Bones as lines from joint to joint"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton stick wire"),
         nullptr,
         {},
         blind,
         put<&ViewState::bones, BoneStyle::Line>,
         is<&ViewState::bones, BoneStyle::Line>,
         false,
         true},
        {"view.bonesXRay",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&X-ray"),
         QT_TRANSLATE_NOOP("Actions",
                           "Bones that let what lies behind shine through, over meshes, too"),
         QT_TRANSLATE_NOOP("Actions", "display style skeleton transparent through"),
         nullptr,
         {},
         blind,
         put<&ViewState::bones, BoneStyle::XRay>,
         is<&ViewState::bones, BoneStyle::XRay>,
         false,
         true},
        {"view.bonesNone",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Nothing"),
         QT_TRANSLATE_NOOP("Actions", "Meshes alone; a bone only while it is selected or meant"),
         QT_TRANSLATE_NOOP("Actions", "display hide bones meshes only character"),
         nullptr,
         {},
         blind,
         put<&ViewState::bones, BoneStyle::None>,
         is<&ViewState::bones, BoneStyle::None>,
         false,
         true},
        {"view.meshesSmooth",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Smooth"),
         QT_TRANSLATE_NOOP("Actions", "Characters and props with smooth surfaces"),
         QT_TRANSLATE_NOOP("Actions", "display style shaded texture material character skin"),
         nullptr,
         {},
         blind,
         put<&ViewState::meshes, MeshStyle::Smooth>,
         is<&ViewState::meshes, MeshStyle::Smooth>,
         false,
         true},
        {"view.meshesFlat",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Flat"),
         QT_TRANSLATE_NOOP("Actions", "Each triangle of a surface by itself"),
         QT_TRANSLATE_NOOP("Actions", "display style facets low poly"),
         nullptr,
         {},
         blind,
         put<&ViewState::meshes, MeshStyle::Flat>,
         is<&ViewState::meshes, MeshStyle::Flat>,
         false,
         true},
        {"view.meshesWire",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Wire"),
         QT_TRANSLATE_NOOP("Actions", "The edges of the triangles"),
         QT_TRANSLATE_NOOP("Actions", "display style wireframe topology edges"),
         nullptr,
         {},
         blind,
         put<&ViewState::meshes, MeshStyle::Wire>,
         is<&ViewState::meshes, MeshStyle::Wire>,
         false,
         true},
        {"view.meshesHidden",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Nothing"),
         QT_TRANSLATE_NOOP("Actions", "Bones alone"),
         QT_TRANSLATE_NOOP("Actions", "display hide mesh character bones only skeleton"),
         nullptr,
         {},
         blind,
         put<&ViewState::meshes, MeshStyle::Hidden>,
         is<&ViewState::meshes, MeshStyle::Hidden>,
         false,
         true},
        {"view.meshesWeights",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "W&eights"),
         QT_TRANSLATE_NOOP("Actions", "By how much the selected bones move each place, from blue "
                                      "to red; else each bone in a colour of its own"),
         QT_TRANSLATE_NOOP("Actions", "display style skin weight influence paint heat bone colour"),
         nullptr,
         {},
         blind,
         put<&ViewState::meshes, MeshStyle::Weights>,
         is<&ViewState::meshes, MeshStyle::Weights>,
         false,
         true},
        {"view.hideMeshes",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "&Hide Selected Meshes"),
         QT_TRANSLATE_NOOP(
             "Actions", "The selected meshes, and those that selected bones move, are not drawn"),
         QT_TRANSLATE_NOOP("Actions", "invisible mesh weapon shield prop visibility eye"),
         nullptr,
         {QKeySequence(Qt::Key_H)},
         noMeshMeant,
         hideMeshes,
         nullptr,
         true},
        {"view.showMeshes",
         "View/Draw Meshes",
         QT_TRANSLATE_NOOP("Actions", "Show &All Meshes"),
         QT_TRANSLATE_NOOP("Actions", "Meshes that were hidden are drawn again"),
         QT_TRANSLATE_NOOP("Actions", "unhide visible mesh reveal visibility eye"),
         nullptr,
         {QKeySequence(Qt::ALT | Qt::Key_H)},
         noneHidden,
         [](Desk& d) {
             ViewState next = d.viewport().settings().now();
             next.hidden.clear();
             d.viewport().settings().set(next);
         }},
        {"view.shadeLambert",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Dull"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces reflect light evenly to all sides (Lambert)"),
         QT_TRANSLATE_NOOP("Actions", "shading lambert diffuse matte light"),
         nullptr,
         {},
         blind,
         put<&ViewState::shading, Shading::Lambert>,
         is<&ViewState::shading, Shading::Lambert>,
         false,
         true},
        {"view.shadeBlinn",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Highlights"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces shine where they mirror a light (Blinn-Phong)"),
         QT_TRANSLATE_NOOP("Actions", "shading blinn phong specular light"),
         nullptr,
         {},
         blind,
         put<&ViewState::shading, Shading::BlinnPhong>,
         is<&ViewState::shading, Shading::BlinnPhong>,
         false,
         true},
        {"view.shadePhysical",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Physical"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces reflect light as their metal and roughness say"),
         QT_TRANSLATE_NOOP("Actions", "shading pbr metal roughness physically based light"),
         nullptr,
         {},
         blind,
         put<&ViewState::shading, Shading::Physical>,
         is<&ViewState::shading, Shading::Physical>,
         false,
         true},
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
        {"view.brighter",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Brighter"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces are half a stop brighter in the view"),
         QT_TRANSLATE_NOOP("Actions", "exposure lighter more light gain"),
         nullptr,
         {},
         noFurther<1>,
         exposeFurther<1>,
         nullptr,
         true},
        {"view.darker",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "Dar&ker"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces are half a stop darker in the view"),
         QT_TRANSLATE_NOOP("Actions", "exposure dimmer less light"),
         nullptr,
         {},
         noFurther<-1>,
         exposeFurther<-1>},
        {"view.usualExposure",
         "View/Light",
         QT_TRANSLATE_NOOP("Actions", "&Usual Brightness"),
         QT_TRANSLATE_NOOP("Actions", "Surfaces are as bright as their lights make them"),
         QT_TRANSLATE_NOOP("Actions", "exposure reset"),
         nullptr,
         {},
         usuallyBright,
         [](Desk& d) { expose(d, 0); }},
        {"view.backdropDark",
         "View/Background",
         QT_TRANSLATE_NOOP("Actions", "&Dark"),
         QT_TRANSLATE_NOOP("Actions", "Behind the scene it is dark"),
         QT_TRANSLATE_NOOP("Actions", "background colour backdrop"),
         nullptr,
         {},
         blind,
         put<&ViewState::backdrop, Backdrop::Dark>,
         is<&ViewState::backdrop, Backdrop::Dark>,
         false,
         true},
        {"view.backdropBlack",
         "View/Background",
         QT_TRANSLATE_NOOP("Actions", "&Black"),
         QT_TRANSLATE_NOOP("Actions", "Behind the scene it is black"),
         QT_TRANSLATE_NOOP("Actions", "background colour backdrop"),
         nullptr,
         {},
         blind,
         put<&ViewState::backdrop, Backdrop::Black>,
         is<&ViewState::backdrop, Backdrop::Black>,
         false,
         true},
        {"view.backdropGrey",
         "View/Background",
         QT_TRANSLATE_NOOP("Actions", "&Grey"),
         QT_TRANSLATE_NOOP("Actions", "Behind the scene it is middle grey"),
         QT_TRANSLATE_NOOP("Actions", "background colour backdrop gray"),
         nullptr,
         {},
         blind,
         put<&ViewState::backdrop, Backdrop::Grey>,
         is<&ViewState::backdrop, Backdrop::Grey>,
         false,
         true},
        {"view.backdropWhite",
         "View/Background",
         QT_TRANSLATE_NOOP("Actions", "&White"),
         QT_TRANSLATE_NOOP("Actions",
                           "Behind the scene it is nearly white: dark figures stand out"),
         QT_TRANSLATE_NOOP("Actions", "background colour backdrop light bright"),
         nullptr,
         {},
         blind,
         put<&ViewState::backdrop, Backdrop::White>,
         is<&ViewState::backdrop, Backdrop::White>,
         false,
         true},
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
        {"view.limits",
         "View/Draw Bones",
         QT_TRANSLATE_NOOP("Actions", "&Joint Limits"),
         QT_TRANSLATE_NOOP("Actions", "How far the active bone may turn, with handles to change "
                                      "that by"),
         QT_TRANSLATE_NOOP("Actions", "constraint cone hinge twist range angle rotation"),
         nullptr,
         {},
         blind,
         turnOver<&ViewState::limits>,
         isOn<&ViewState::limits>},
    };
}

}  // namespace posewright::ui::menus
