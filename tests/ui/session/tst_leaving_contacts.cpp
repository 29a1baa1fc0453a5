#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/session/session.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// Keys that are set after a contact.
class TestLeavingContacts : public QObject {
    Q_OBJECT

private slots:
    /// The limb leaves a contact from where it stood, also if the next key is set later on.
    void aKeyAfterAContactLetsTheLimbLeaveFromThere()
    {
        Session session;
        session.startNew(
            test::edited(test::biped(false), {{{"edit", "setRange"}, {"start", 0}, {"end", 80}},
                                              test::addTarget("hand", "LeftHand", "LeftArm"),
                                              test::targetKey("hand", 0, {0.4, 1.3, 0.25}),
                                              test::targetKey("hand", 24, {0.3, 1.45, 0.3}),
                                              {{"edit", "setSpan"},
                                               {"target", "hand"},
                                               {"start", 24},
                                               {"end", 44},
                                               {"kind", "contact"}}}),
            "hand");
        const Constraint target = session.document().rig->constraints.front();
        const NodeIndex hand = session.document().scene->find("LeftHand");
        const Vec3 stood = evaluate(session.document(), 44).world[hand].position;
        edit::SetTargetKey key;
        key.target = target.id;
        key.frame = 60;
        key.position = Vec3(0.5, 1.0, 0);
        QVERIFY(session.commit(key));
        QVERIFY(session.document().clip().track(target.target)->translation[0]->find(44));
        const Vec3 left = evaluate(session.document(), 45).world[hand].position;
        QVERIFY2((left - stood).norm() < 0.02, qPrintable(QString::number((left - stood).norm())));
        session.undo();
        QVERIFY(!session.document().clip().track(target.target)->translation[0]->find(44));
    }
};

POSEWRIGHT_TEST(TestLeavingContacts, posewright::test::runWithWidgets);
#include "tst_leaving_contacts.moc"
