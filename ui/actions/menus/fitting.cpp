#include "core/operate/clean_feet.h"
#include "core/operate/odd_start.h"
#include "ui/actions/actions.h"
#include "ui/actions/contacts_dialog.h"
#include "ui/actions/contacts_preview.h"
#include "ui/actions/desk.h"
#include "ui/actions/helpers.h"
#include "ui/actions/menus/menus.h"
#include "ui/actions/menus/reach_doctor.h"
#include "ui/models/odd_start_text.h"
#include "ui/session/playhead.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QAction>
#include <QCoreApplication>
#include <QLocale>
#include <QWidget>

#include <algorithm>
#include <memory>

/// Bringing targets to the existing motion.
namespace posewright::ui::menus {

using namespace helpers;

namespace {

void matchToPose(Desk& desk)
{
    const Session& session = desk.session();
    const double frame = session.playhead().frame();
    const Result<operate::Edits> edits = operate::plainEdits(
        session.shownAt(frame), operate::MatchTargets{idsOf(selectedTargets(desk)), frame},
        {session.memo(), {}, 0});
    if (edits)
        commit(desk, *edits, {});
    else
        desk.tell(errorText(edits.error()));
}

void fitToMotion(Desk& desk)
{
    const auto ids = idsOf(selectedTargets(desk));
    if (ids.empty()) return;  // the operation would take an empty list for all
    perform(desk, operate::FitTargets{ids, {}},
            translated(QT_TRANSLATE_NOOP("Actions", "Fit targets to motion")));
}

Obstacle nothingStands(Desk& desk)
{
    const auto& nodes = desk.session().document().scene->nodes();
    return std::any_of(nodes.begin(), nodes.end(), [](const Node& n) { return n.bone(); })
               ? busy(desk)
               : QT_TRANSLATE_NOOP("Actions", "there are no bones here");
}

using On = ContactsDialog::On;

/// The feet, and selected bones that can stand on `on`.
operate::CleanFeet lookedAt(const Document& doc, const std::vector<NodeId>& selected, const On& on)
{
    operate::CleanFeet out;
    if (on.bone != NodeId::None) out.on = on.bone;
    out.anywhere = on.anywhere;
    for (const NodeId node : selected) {
        const NodeIndex row = doc.scene->find(node);
        if (row == kNoNode || !(*doc.scene)[row].bone()) continue;
        if (out.on && !operate::canStandOn(*doc.scene, node, *out.on)) continue;
        out.bones.push_back(node);
    }
    return out;
}

/// The ground; if bones are selected, also anything, and every bone that one of them can stand on.
std::vector<On> placesFor(const Document& doc, const std::vector<NodeId>& selected)
{
    const Scene& scene = *doc.scene;
    std::vector<On> places{
        {translated(QT_TRANSLATE_NOOP("Actions", "the ground")), NodeId::None, false}};
    const std::vector<NodeId> bones = lookedAt(doc, selected, places.front()).bones;
    if (bones.empty()) return places;
    places.push_back(
        {translated(QT_TRANSLATE_NOOP("Actions", "anything, at any height")), NodeId::None, true});
    for (const Node& node : scene.nodes())
        if (node.bone() && std::any_of(bones.begin(), bones.end(), [&](NodeId bone) {
                return operate::canStandOn(scene, bone, node.id);
            }))
            places.push_back({toQt(node.name), node.id, false});
    return places;
}

QString millimetresOf(double metres)
{
    return QLocale().toString(1000 * metres, 'f', 1);
}

/// What the Contact spans of the active clip hold.
std::vector<ContactsDialog::Held> contactsHeldIn(const Document& doc)
{
    std::vector<ContactsDialog::Held> out;
    for (const Constraint& constraint : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        if (!row || !constraint.reaches()) continue;
        for (const Span& span : row->spans)
            if (span.kind == SpanKind::Contact)
                out.push_back({constraint.effector, span.start + span.in, span.end - span.out});
    }
    return out;
}

/// @param kept  false: what is shown, for the user to decide
QString outcomeWords(const ContactsPreview::Outcome& outcome, bool kept)
{
    QString words =
        translated(
            kept ? QT_TRANSLATE_NOOP(
                       "Actions",
                       "Contacts held: %1, by %2. In them parts slid by up to %3 mm, now %4 mm, "
                       "and were moved by up to %5 mm, the hips by %6 mm (on a figure of 1.7 m); "
                       "where a part rolls, "
                       "there are keys")
                 : QT_TRANSLATE_NOOP(
                       "Actions",
                       "If the %1 that are ticked are held, as the view shows: %2, "
                       "where heel and ball both stand, and keys where a part rolls. In them parts "
                       "slid by up to %3 mm, then %4 mm, and are moved by up to %5 mm, the hips by "
                       "%6 mm (on a figure of 1.7 m)"))
            .arg(outcome.stands)
            .arg(QCoreApplication::translate("Actions", "%n Contact span(s)", nullptr,
                                             static_cast<int>(outcome.contacts)))
            .arg(millimetresOf(outcome.slid), millimetresOf(outcome.slides),
                 millimetresOf(outcome.moved), millimetresOf(outcome.hips));
    for (const Diagnostic& warning : outcome.told)
        words += QStringLiteral("; ") + diagnosticText(warning);
    return words;
}

/// @param size  of the dialog; empty: as large as its contents
void findContacts(Desk& desk, const QSize& size)
{
    const Session& session = desk.session();
    const Document before = session.document();
    const std::vector<NodeId> selected = session.selection().nodes();
    const auto watchedOn = [&](const On& on) {
        return operate::watchedFor(before, lookedAt(before, selected, on));
    };
    const std::vector<On> places = placesFor(before, selected);
    if (watchedOn(places.front()).empty()) {
        desk.tell(translated(QT_TRANSLATE_NOOP(
            "Actions", "No feet are found by their names or shape: select the bones that stand")));
        return;
    }
    const auto look = [&](const On& on) { return contacts::sample(before, watchedOn(on)); };
    const Result<contacts::Samples> samples = look(places.front());
    if (!samples) {
        desk.tell(errorText(samples.error()));
        return;
    }
    ContactsDialog dialog(*samples, places, look, &desk.widget());
    ContactsPreview preview(desk.session(),
                            translated(QT_TRANSLATE_NOOP("Actions", "Hold contacts")));
    const auto show = [&] {
        dialog.tellOutcome({});
        preview.show({dialog.samples(), dialog.accepted(), dialog.fade()});
    };
    QObject::connect(&dialog, &ContactsDialog::frameChosen, &dialog,
                     [&desk](double frame) { desk.session().playhead().setFrame(frame); });
    QObject::connect(&dialog, &ContactsDialog::chosen, &preview, show);
    QObject::connect(&preview, &ContactsPreview::shown, &dialog, [&] {
        dialog.tellOutcome(dialog.accepted().empty() ? QString()
                                                     : outcomeWords(preview.outcome(), false));
    });
    QObject::connect(&preview, &ContactsPreview::refused, &dialog,
                     [&](const Error& error) { dialog.tellOutcome(errorText(error)); });
    dialog.setHeld(contactsHeldIn(before));
    if (const auto odd = operate::oddStart(before))
        dialog.offerToLeaveOut(oddStartText(before, *odd));
    show();
    if (!size.isEmpty()) dialog.resize(size);
    const bool taken = dialog.exec() == QDialog::Accepted;
    if (dialog.leavesOutStart())
        QMetaObject::invokeMethod(
            &desk.widget(),
            [&desk, same = dialog.size()] {
                desk.actions()["time.leaveOutStart"]->trigger();
                findContacts(desk, same);
            },
            Qt::QueuedConnection);  // after the preview, which leaves no trace
    if (!taken) return;
    const Result<void> kept = preview.keep();
    desk.tell(kept ? outcomeWords(preview.outcome(), true) : errorText(kept.error()));
}

}  // namespace

std::vector<ActionRow> fitting()
{
    using K = QKeySequence;
    return {
        {"target.match",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Match Target to Pose"),
         QT_TRANSLATE_NOOP("Actions", "Key the selected targets where their limbs are now"),
         QT_TRANSLATE_NOOP("Actions", "snap fk ik align pose key"),
         "match",
         {},
         noTarget,
         matchToPose,
         nullptr,
         true},
        {"target.fit",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Fit Targets to Motion"),
         QT_TRANSLATE_NOOP("Actions",
                           "Key the selected targets along the motion that is there without them"),
         QT_TRANSLATE_NOOP("Actions", "fk ik convert bake mocap follow reach"),
         "fit",
         {K(Qt::SHIFT | Qt::Key_F)},
         [](Desk& d) { return noTarget(d) ? noTarget(d) : busy(d); },
         fitToMotion},
        {"target.cure",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "&Reach Doctor..."),
         QT_TRANSLATE_NOOP("Actions",
                           "Why a target is missed, a joint pops, a contact slips or a limb goes "
                           "through a box, at this frame, and the remedies, each shown before it "
                           "is done"),
         QT_TRANSLATE_NOOP(
             "Actions",
             "cure problem what helps unreachable fix limit too far stretch pop jump slip"),
         nullptr,
         {K(Qt::SHIFT | Qt::Key_H)},
         nothingToCure,
         openReachDoctor},
        {"target.findContacts",
         "Target",
         QT_TRANSLATE_NOOP("Actions", "Fi&nd Contacts..."),
         QT_TRANSLATE_NOOP("Actions", "Where feet, and the selected bones, stand still in this "
                                      "motion, and targets that hold them there"),
         QT_TRANSLATE_NOOP("Actions", "foot skate slide clean plant mocap capture feet lock floor"),
         nullptr,
         {},
         nothingStands,
         [](Desk& d) { findContacts(d, {}); }},
    };
}

}  // namespace posewright::ui::menus
