#include "ui/actions/commands.h"

#include "ui/actions/desk.h"
#include "ui/session/evaluator.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/viewport.h"

#include <QCoreApplication>

#include <algorithm>
#include <numbers>
#include <set>

namespace posewright::ui::commands {

namespace {

/// Bones above the effector that a new target turns.
constexpr int kDefaultChain = 2;

QString tr(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

void commit(Desk& desk, const std::vector<edit::Edit>& edits, const QString& text)
{
    if (edits.empty()) return;
    if (const Result<void> done = desk.session().commit(edits, text); !done)
        desk.tell(errorText(done.error()));
}

const Constraint* constraintOf(Desk& desk, NodeId node)
{
    return constraintOfTarget(*desk.session().document().rig, node);
}

std::vector<const Constraint*> selectedTargets(Desk& desk)
{
    std::vector<const Constraint*> targets;
    for (const NodeId node : desk.session().selection().nodes())
        if (const Constraint* constraint = constraintOf(desk, node)) targets.push_back(constraint);
    return targets;
}

const BonePart* boneOf(const Document& doc, NodeId node)
{
    const NodeIndex row = doc.scene->find(node);
    return row == kNoNode ? nullptr : (*doc.scene)[row].bone();
}

NodeId chainRoot(const Scene& scene, NodeIndex effector)
{
    NodeIndex root = effector;
    for (int i = 0; i < kDefaultChain; ++i) {
        const NodeIndex parent = scene[root].parent;
        if (parent == kNoNode || !scene[parent].bone()) break;
        root = parent;
    }
    return scene[root].id;
}

/// Frames keyed on the selected targets, or on all.
std::set<double> framesOfInterest(Desk& desk)
{
    const Document& doc = desk.session().document();
    std::vector<NodeId> nodes;
    for (const Constraint* constraint : selectedTargets(desk)) nodes.push_back(constraint->target);
    if (nodes.empty())
        for (const Constraint& constraint : doc.rig->constraints)
            nodes.push_back(constraint.target);
    std::set<double> frames;
    for (const NodeId node : nodes)
        if (const Track* track = doc.clip().track(node))
            for (const double frame : keyFrames(*track)) frames.insert(frame);
    return frames;
}

void look(Desk& desk, double yaw, double pitch)
{
    Camera camera = desk.viewport().camera();
    camera.yaw = yaw;
    camera.pitch = pitch;
    desk.viewport().setCamera(camera);
}

void keyTargets(Desk& desk, const std::vector<const Constraint*>& targets)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* constraint : targets) {
        edit::SetTargetKey key;
        key.target = constraint->id;
        key.frame = desk.session().playhead().frame();
        edits.emplace_back(key);
    }
    commit(desk, edits, edits.size() == 1 ? tr("Set target key") : tr("Set target keys"));
}

void remove(Desk& desk, bool keepPose)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* constraint : selectedTargets(desk))
        edits.emplace_back(edit::RemoveTarget{constraint->id, keepPose});
    commit(desk, edits, edits.size() == 1 ? tr("Remove target") : tr("Remove targets"));
}

}  // namespace

void newDocument(Desk& desk)
{
    if (desk.mayReplaceDocument()) desk.session().startNew(emptyDocument(), tr("Untitled"));
}

void save(Desk& desk)
{
    if (desk.session().hasProjectFile())
        desk.session().save();
    else
        desk.askSaveAs();
}

bool canDelete(Desk& desk)
{
    return !desk.session().selection().keys().empty() || hasTarget(desk);
}

void deleteSelected(Desk& desk)
{
    const std::vector<edit::KeyRef> keys = desk.session().selection().keys();
    if (keys.empty()) {
        remove(desk, false);
        return;
    }
    commit(desk, {edit::DeleteKeys{keys}}, keys.size() == 1 ? tr("Delete key") : tr("Delete keys"));
}

bool canAddTarget(Desk& desk)
{
    const std::vector<NodeId>& nodes = desk.session().selection().nodes();
    return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
        return boneOf(desk.session().document(), node) != nullptr;
    });
}

void addTarget(Desk& desk)
{
    Session& session = desk.session();
    const Document& doc = session.document();
    const Scene& scene = *doc.scene;
    std::vector<edit::Edit> edits;
    std::vector<std::string> names;
    for (const NodeId node : session.selection().nodes()) {
        if (!boneOf(doc, node)) continue;
        const NodeIndex row = scene.find(node);
        edit::AddTarget add;
        add.effector = node;
        add.root = chainRoot(scene, row);
        add.name = uniqueName(scene, scene[row].name + " target");
        add.frame = session.playhead().frame();
        names.push_back(add.name);
        edits.emplace_back(add);
    }
    const QString text = edits.size() == 1 ? tr("New target") : tr("New targets");
    if (const Result<void> done = session.commit(edits, text); !done) {
        desk.tell(errorText(done.error()));
        return;
    }
    std::vector<NodeId> added;
    for (const std::string& name : names)
        if (const NodeIndex row = session.document().scene->find(name); row != kNoNode)
            added.push_back((*session.document().scene)[row].id);
    session.selection().setKeys({});
    session.selection().setNodes(std::move(added));
    desk.tell(tr("Drag the target: the limb follows, and a key is set at the playhead"));
}

bool canAddPole(Desk& desk)
{
    const std::vector<const Constraint*> targets = selectedTargets(desk);
    return std::any_of(targets.begin(), targets.end(),
                       [](const Constraint* c) { return c->pole == NodeId::None; });
}

void addPole(Desk& desk)
{
    std::vector<edit::Edit> edits;
    for (const Constraint* constraint : selectedTargets(desk))
        if (constraint->pole == NodeId::None) {
            edit::AddPole add;
            add.target = constraint->id;
            edits.emplace_back(add);
        }
    commit(desk, edits, tr("New pole"));
}

bool hasTarget(Desk& desk)
{
    return !selectedTargets(desk).empty();
}

void removeTargets(Desk& desk)
{
    remove(desk, false);
}

void removeTargetsKeepingPose(Desk& desk)
{
    remove(desk, true);
}

void setKey(Desk& desk)
{
    keyTargets(desk, selectedTargets(desk));
}

void setAllKeys(Desk& desk)
{
    std::vector<const Constraint*> all;
    for (const Constraint& constraint : desk.session().document().rig->constraints)
        all.push_back(&constraint);
    keyTargets(desk, all);
}

void toggleLoop(Desk& desk)
{
    commit(desk, {edit::SetLoop{!desk.session().document().playback.loop}}, tr("Set loop"));
}

void goToStart(Desk& desk)
{
    desk.session().playhead().setFrame(desk.session().playhead().start());
}

void goToEnd(Desk& desk)
{
    desk.session().playhead().setFrame(desk.session().playhead().end());
}

void goBack(Desk& desk)
{
    Playhead& playhead = desk.session().playhead();
    playhead.setPlaying(false);
    playhead.setFrame(playhead.frame() - 1);
}

void goOn(Desk& desk)
{
    Playhead& playhead = desk.session().playhead();
    playhead.setPlaying(false);
    playhead.setFrame(playhead.frame() + 1);
}

void goToPreviousKey(Desk& desk)
{
    const std::set<double> frames = framesOfInterest(desk);
    const auto at = frames.lower_bound(desk.session().playhead().frame());
    if (at != frames.begin()) desk.session().playhead().setFrame(*std::prev(at));
}

void goToNextKey(Desk& desk)
{
    const std::set<double> frames = framesOfInterest(desk);
    const auto at = frames.upper_bound(desk.session().playhead().frame());
    if (at != frames.end()) desk.session().playhead().setFrame(*at);
}

void goToNextProblem(Desk& desk)
{
    Playhead& playhead = desk.session().playhead();
    const auto& strip = desk.evaluator().strip();
    const int start = static_cast<int>(playhead.start()), end = static_cast<int>(playhead.end());
    const int here = std::clamp(static_cast<int>(playhead.frame()), start, end);
    const int count = end - start + 1;
    for (int i = 1; i <= count; ++i) {
        const int frame = start + (here - start + i) % count;
        const auto known = strip.find(frame);
        if (known == strip.end() || !isProblem(known->second)) continue;
        playhead.setFrame(frame);
        return;
    }
    desk.tell(desk.evaluator().filled() < 1 ? tr("No problem found so far")
                                            : tr("Every target is reached at every frame"));
}

void lookFromFront(Desk& desk)
{
    look(desk, 0, 0);
}

void lookFromSide(Desk& desk)
{
    look(desk, std::numbers::pi / 2, 0);
}

void lookFromTop(Desk& desk)
{
    look(desk, 0, std::numbers::pi / 2);
}

}  // namespace posewright::ui::commands
