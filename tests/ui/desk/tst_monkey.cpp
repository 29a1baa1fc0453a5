#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/monkey.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"

#include <QAction>
#include <QDesktopServices>
#include <QMenuBar>
#include <QRegularExpression>

#include <mutex>

using namespace posewright;

namespace {

constexpr std::uint64_t kMonkeySeed = 20261122;
constexpr int kMonkeyEvents = 1200;  ///< a minute of them; scripts/nightly makes 20,000

std::mutex saidMutex;
QStringList said;  ///< warnings of Qt and of ours

void listen(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    // Of the screens that tests run on, not of the program.
    static const QRegularExpression kScreen(
        "propagateSizeHints|XDG_RUNTIME_DIR|This plugin does not support|"
        "^Unable to update texture|QXcbConnection: XCB error");
    if (type == QtInfoMsg || type == QtDebugMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(text));
        return;
    }
    if (kScreen.match(text).hasMatch()) return;
    const std::lock_guard lock(saidMutex);
    said << text;
}

std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise)
{
    bool ok = false;
    const qulonglong value = qEnvironmentVariable(name).toULongLong(&ok);
    return ok ? value : otherwise;
}

bool finite(const Evaluation& evaluation)
{
    return std::all_of(evaluation.world.begin(), evaluation.world.end(),
                       [](const WorldTransform& w) {
                           return w.position.allFinite() && w.rotation.coeffs().allFinite();
                       });
}

}  // namespace

/// Whatever is hit, the window stands, keeps its rules, and Qt has nothing to complain of.
class TstMonkey : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("posewright-" + QCoreApplication::applicationName());
        QSettings().clear();
        QApplication::setQuitOnLastWindowClosed(false);
        for (const char* scheme : {"http", "https", "file"})
            QDesktopServices::setUrlHandler(scheme, this, "swallow");
    }

    /// The first things that it found.
    void aTimelineWithoutRowsTakesItsKeys()
    {
        openFresh();
        for (const bool empty : {false, true}) {
            if (empty) session_->startNew(emptyDocument(), "empty");
            ui::Timeline& timeline = window_->timeline();
            timeline.clearFocus();
            timeline.setFocus(Qt::TabFocusReason);
            for (const int key : {Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Insert, Qt::Key_Left,
                                  Qt::Key_Right, Qt::Key_Down, Qt::Key_Return}) {
                QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
                QApplication::sendEvent(&timeline, &event);
            }
        }
        QVERIFY(validate(doc()));
        close();
    }

    void noMenuIsCalledByAShortcut()
    {
        make();
        for (const QAction* menu : window_->menuBar()->actions()) {
            const QKeySequence letter = QKeySequence::mnemonic(menu->text());
            QVERIFY2(!letter.isEmpty(), qPrintable(menu->text()));
            for (const QAction* action : window_->actions().all())
                QVERIFY2(!action->shortcuts().contains(letter),
                         qPrintable(letter.toString() + " is " + menu->text() + " and " +
                                    action->text()));
        }
        close();
    }

    void nothingItHitsBreaksAnything_data()
    {
        QTest::addColumn<QString>("document");
        for (const char* document : {"none", "empty", "capture", "sample"})
            QTest::newRow(document) << document;
    }

    void nothingItHitsBreaksAnything()
    {
        QFETCH(QString, document);
        const std::uint64_t seed = fromEnvironment("POSEWRIGHT_MONKEY_SEED", kMonkeySeed);
        const int events = int(fromEnvironment("POSEWRIGHT_MONKEY", kMonkeyEvents));
        qInfo("POSEWRIGHT_MONKEY_SEED=%llu POSEWRIGHT_MONKEY=%d; with POSEWRIGHT_MONKEY_LOG=1 each "
              "event is printed",
              static_cast<unsigned long long>(seed), events);
        openFresh();
        // There is less room for everything in a small window; and less to draw.
        if (document != "sample") window_->resize(900, 600);
        if (document == "empty") session_->startNew(emptyDocument(), "empty");
        if (document == "capture") openCapture();
        if (document == "sample") session_->startNew(*ui::loadSample("walk"), "walk");
        QTest::qWait(300);

        said.clear();
        const QtMessageHandler before = qInstallMessageHandler(listen);
        watch();
        test::Monkey monkey(*window_, seed, [this] { return broken(); });
        const QString wrong = monkey.run(events);
        const QString history = wrong.isEmpty() ? brokenHistory() : QString();
        close();
        qInstallMessageHandler(before);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QVERIFY2(history.isEmpty(), qPrintable(history));
        QVERIFY2(said.isEmpty(), qPrintable("while closing: " + said.join('\n')));
    }

    void cleanupTestCase()
    {
        for (const char* scheme : {"http", "https", "file"})
            QDesktopServices::unsetUrlHandler(scheme);
    }

public slots:
    void swallow(const QUrl&) {}

private:
    void openCapture()
    {
        QString file = test::sharedPath("corpus/bvh/assimp_cmu_01_01.bvh");
        if (file.isEmpty()) {  // one that is made: the walk, as a capture has it
            file = folder_.filePath("walk.bvh");
            QVERIFY(io::write(*ui::loadSample("walk"), file.toStdString()));
        }
        Result<io::Import> import = io::read(file.toStdString());
        QVERIFY(import);
        session_->startNew(std::move(import->document), "capture");
    }

    void watch()
    {
        first_ = session_->document();
        connect(session_.get(), &ui::Session::changed, this, [this] { changed_ = true; });
        connect(session_.get(), &ui::Session::replaced, this, [this] {
            changed_ = true;
            first_ = session_->document();
        });
    }

    /// The rule that does not hold any more.
    QString broken()
    {
        {
            const std::lock_guard lock(saidMutex);
            if (!said.isEmpty()) return "Qt said: " + said.join('\n');
        }
        if (std::exchange(changed_, false))
            if (const Result<void> valid = validate(doc()); !valid)
                return "the document: " + QString::fromStdString(valid.error().message);
        const ui::Selection& selection = session_->selection();
        for (const NodeId node : selection.nodes())
            if (doc().scene->find(node) == kNoNode) return "a node is selected that is not there";
        for (const edit::KeyRef& key : selection.keys())
            if (key.node != NodeId::None && doc().scene->find(key.node) == kNoNode)
                return "a key is selected of a node that is not there";
        for (const ui::SpanRef& span : selection.spans())
            if (!ui::findSpan(doc(), span)) return "a span is selected that is not there";
        if (!std::isfinite(session_->playhead().frame())) return "the playhead is nowhere";
        if (const auto shown = window_->evaluator().current(); shown && !finite(*shown))
            return "the pose shown is not finite";
        const auto& cell = window_->timeline().focusCell();
        const int rows = int(std::ssize(window_->timeline().model().rows()));
        if (cell && cell->row >= std::max(1, rows))
            return "the cursor is on a row that is not there";
        return {};
    }

    /// All the way back and forth again.
    QString brokenHistory()
    {
        QUndoStack& history = session_->history();
        if (!QTest::qWaitFor([this] { return !session_->job().running(); }, 60'000))
            return "a job does not end";
        const bool whole = history.undoLimit() <= 0 || history.count() < history.undoLimit();
        const Document last = doc();
        // A gesture that is still open, such as of a wheel over a field, becomes a step by this.
        if (session_->gestureOpen()) {
            session_->undo();
            session_->redo();
        }
        const int at = history.index();
        while (history.canUndo()) session_->undo();
        if (whole && !(doc() == first_)) return "undo does not lead back to the first document";
        while (history.index() < at && history.canRedo()) session_->redo();
        return doc() == last ? QString() : "redo does not lead to the last document";
    }

    Document first_;  ///< as it was opened
    bool changed_ = false;
};

POSEWRIGHT_TEST(TstMonkey, posewright::test::runOnScreen);

#include "tst_monkey.moc"
