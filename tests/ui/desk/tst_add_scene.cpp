#include "core/io/format.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/ui/desk/mannequin_test.h"
#include "ui/files/files.h"

#include <QSignalSpy>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

/// Another file's figure beside the one that is open.
class TestAddScene : public test::MannequinTest {
    Q_OBJECT

    QString other_;

    void add(const QString& path)
    {
        QSignalSpy done(&window_->files(), &Files::done);
        window_->files().addScene(path);
        QTRY_COMPARE(done.count(), 1);
        QTRY_VERIFY(!session_->job().running());
    }

private slots:
    void initTestCase()
    {
        test::startAsNew();
        other_ = QString::fromStdString(
            test::MadeRichCharacter::write(folder_.path().toStdString(),
                                           test::MadeRichCharacter::Container::Glb, true)
                .string());
    }

    void itComesInOneStepAndIsSelected()
    {
        const Document before = doc();
        const Document other = io::read(other_.toStdString())->document;
        add(other_);
        const Scene& scene = *doc().scene;
        QCOMPARE(scene.size(), before.scene->size() + other.scene->size());
        QVERIFY(session_->isModified());
        const std::vector<NodeId>& selected = session_->selection().nodes();
        QVERIFY(!selected.empty());
        for (const NodeId id : selected) {
            QVERIFY(before.scene->find(id) == kNoNode);
            QCOMPARE(scene[scene.find(id)].parent, kNoNode);
        }
        // The motion of the file comes along, in the clip that is shown.
        const Evaluation shown = evaluate(doc(), 7);
        const Evaluation alone = evaluate(other, 7 * other.clip().rate / doc().clip().rate);
        for (NodeIndex row = 0; row < other.scene->size(); ++row)
            QVERIFY((shown.world[before.scene->size() + row].position - alone.world[row].position)
                        .norm() < 1e-9);
        session_->undo();
        QVERIFY(doc() == before);
        session_->redo();
        QCOMPARE(doc().scene->size(), before.scene->size() + other.scene->size());
    }

    void aCaptureInCentimetresComesAsTallAsItIs()
    {
        const Document before = doc();
        const auto path = folder_.filePath("centimetres.bvh");
        io::WriteOptions options;
        options.scale = 100;
        QVERIFY(io::write(before, path.toStdString(), options));
        QSignalSpy done(&window_->files(), &Files::done);
        add(path);
        const auto height = [this](NodeIndex first, NodeIndex last) {
            const Evaluation pose = evaluate(doc(), 0);
            double low = 1e9, high = -1e9;
            for (NodeIndex row = first; row < last; ++row) {
                if (!(*doc().scene)[row].bone()) continue;
                low = std::min(low, pose.world[row].position.y());
                high = std::max(high, pose.world[row].position.y());
            }
            return high - low;
        };
        const NodeIndex first = before.scene->size();
        const double own = height(0, first), other = height(first, doc().scene->size());
        QVERIFY(own > 1);
        QVERIFY2(std::abs(other - own) < 1e-3, qPrintable(QString("%1 %2").arg(own).arg(other)));
        const QString told = done.first().at(1).toStringList().join('\n');
        QVERIFY2(told.contains("multiplied by 0.01"), qPrintable(told));
        // What is said of it goes with the step.
        const auto* notice = window_->findChild<QWidget*>("notice");
        QVERIFY(!notice->isHidden());
        session_->undo();
        QVERIFY(notice->isHidden());
    }

    void theSameFileComesTwice()
    {
        add(other_);
        const int once = doc().scene->size();
        add(other_);
        QVERIFY(doc().scene->size() > once);
        QVERIFY(validate(doc()));
    }
};

POSEWRIGHT_TEST(TestAddScene, posewright::test::runWithoutScreen);
#include "tst_add_scene.moc"
