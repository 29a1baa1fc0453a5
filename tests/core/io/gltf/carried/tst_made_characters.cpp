#include "core/evaluate/evaluate.h"
#include "core/evaluate/report.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/made_characters.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <QTemporaryDir>
#include <QTest>

using namespace posewright;

namespace {

std::string toldBy(const Error& error)
{
    return error.where + ": " + error.message;
}

}  // namespace

/// Characters from files to poses and back, against arithmetic that shares nothing with the
/// program.
class TestMadeCharacters : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::vector<test::MadeCharacter> characters_ = test::madeCharacters();

    void rows()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < characters_.size(); ++i)
            QTest::newRow(characters_[i].name.c_str()) << int(i);
    }
    Result<io::Import> readMade(int index)
    {
        const QString path = test::writeCharacter(characters_[index], QDir(dir_.path()));
        return io::read(path.toStdString());
    }
    /// How far the nodes of a document are from where they were made to be, as a share of 1.7 m.
    static double worstMiss(const test::MadeCharacter& character, Document doc, int clip)
    {
        doc.playback.clip = clip;
        double last = 0;
        for (const test::MadeChannel& channel : character.clips[clip])
            last = std::max(last, double(channel.times.back()));
        double worst = 0;
        for (int i = 0; i <= 23; ++i) {
            const double seconds = last * i / 23;
            const Evaluation shown = evaluate(doc, seconds * doc.clip().rate);
            const auto places = test::madePlaces(character, clip, seconds);
            for (std::size_t n = 0; n < places.size(); ++n) {
                const NodeIndex node = doc.scene->find(std::string_view(character.nodes[n].name));
                if (node == kNoNode) return 1e300;
                const Vec3 there(places[n][0], places[n][1], places[n][2]);
                worst = std::max(worst, (shown.world[node].position - there).norm() / 1.7);
            }
        }
        return worst;
    }

private slots:
    void aCharacterMovesAsItWasMade_data() { rows(); }
    void aCharacterMovesAsItWasMade()
    {
        QFETCH(int, index);
        const test::MadeCharacter& character = characters_[index];
        const auto import = readMade(index);
        QVERIFY2(import, import ? "" : toldBy(import.error()).c_str());
        const Document& doc = import->document;
        QVERIFY(validate(doc));
        QVERIFY(!import->project);
        QCOMPARE(doc.clips.size(), character.clips.size());
        for (int clip = 0; clip < int(character.clips.size()); ++clip) {
            const double worst = worstMiss(character, doc, clip);
            qInfo("%s, clip %d: worst %.2g of the size", character.name.c_str(), clip, worst);
            // Keys of 16 bits are off unit length by 1e-5; programs normalise them at different
            // moments.
            QVERIFY2(worst <= (character.quantized ? 1e-5 : 1e-6),
                     qPrintable(QString::number(worst)));
        }
    }

    void itComesBackFromAProject_data() { rows(); }
    void itComesBackFromAProject()
    {
        QFETCH(int, index);
        const auto import = readMade(index);
        QVERIFY(import);
        const std::filesystem::path out = dir_.filePath("saved.glb").toStdString();
        const auto written = io::write(import->document, out);
        QVERIFY2(written, written ? "" : toldBy(written.error()).c_str());
        const auto back = io::read(out);
        QVERIFY(back);
        QVERIFY(back->project);
        QVERIFY(back->document == import->document);
        // What other programs read in the project moves alike.
        const auto plain = io::read(out, {.plain = true});
        QVERIFY(plain);
        const test::MadeCharacter& character = characters_[index];
        const Document& doc = import->document;
        for (double frame = doc.playback.start; frame <= doc.playback.end; frame += 3) {
            const Evaluation ours = evaluate(doc, frame);
            const Evaluation theirs =
                evaluate(plain->document, frame / doc.clip().rate * plain->document.clip().rate);
            for (const test::MadeNode& node : character.nodes) {
                const std::string_view name = node.name;
                const NodeIndex there = plain->document.scene->find(name);
                QVERIFY(there != kNoNode);
                const Vec3 apart =
                    ours.world[doc.scene->find(name)].position - theirs.world[there].position;
                QVERIFY2(apart.norm() < 1.7e-5, qPrintable(QString::number(apart.norm())));
            }
        }
    }

    /// The whole way of a character: read, given targets, solved, baked, written, read by another
    /// program.
    void itsFigureIsGivenTargetsAndBaked()
    {
        const auto import = readMade(0);
        QVERIFY(import);
        Document doc = import->document;
        const Result<std::vector<edit::Edit>> edits =
            operate::edits(doc, operate::TargetsForBody{});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        for (const edit::Edit& edit : *edits) {
            const Result<Document> next = edit::apply(doc, edit);
            QVERIFY2(next, next ? "" : next.error().message.c_str());
            doc = *next;
        }
        QCOMPARE(int(doc.rig->constraints.size()), 5);
        const Constraint* hand = findConstraint(doc, "Left hand");
        QVERIFY(hand);
        edit::SetTargetKey key;
        key.target = hand->id;
        key.frame = 0;
        const NodeIndex effector = doc.scene->find(hand->effector);
        const Vec3 goal = evaluate(doc, 0).world[effector].position + Vec3(-0.05, 0.04, 0.06);
        key.position = goal;
        const Result<Document> keyed = edit::apply(doc, key);
        QVERIFY(keyed);
        const Evaluation shown = evaluate(*keyed, 0);
        QVERIFY((shown.world[effector].position - goal).norm() < 1e-5);

        const std::filesystem::path out = dir_.filePath("baked.bvh").toStdString();
        const auto written = io::write(*keyed, out);
        QVERIFY2(written, written ? "" : toldBy(written.error()).c_str());
        const test::ReferenceBvh reference(out.string());
        for (const int frame : {0, 7, 24}) {
            const Vec3 here = evaluate(*keyed, frame).world[effector].position;
            const auto places = reference.positions(frame);
            bool found = false;
            for (std::size_t j = 0; j < places.size(); ++j) {
                if (!reference.joints[j].name.ends_with("LeftHand")) continue;
                found = true;
                const Vec3 there(places[j][0], places[j][1], places[j][2]);
                QVERIFY2((here - there).norm() < 1e-5,
                         qPrintable(QString::number((here - there).norm())));
            }
            QVERIFY(found);
        }
    }
};

POSEWRIGHT_TEST(TestMadeCharacters, posewright::test::runWithEvents);
#include "tst_made_characters.moc"
