#include "tests/support/cases.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/samples.h"
#include "ui/desk/clip_chooser.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/start_page.h"
#include "ui/files/file_dialog_look.h"
#include "ui/files/recent_files.h"
#include "ui/look/clear_style.h"
#include "ui/look/contrast.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

namespace {

Document withClips(int count)
{
    Document doc = test::chainDocument(3, 0.3, 20);
    for (int i = 1; i < count; ++i)
        doc.clips.push_back(doc.clips[0].with(
            [&](Clip& clip) { clip.name = "clip <b>" + std::to_string(i) + "</b> & more"; }));
    return doc;
}

/// The best contrast with `ground` of any pixel on the border of a picture.
double borderContrast(const QImage& image, const QRect& box, const QColor& ground)
{
    double best = 1;
    for (int x = box.left(); x <= box.right(); ++x)
        best = std::max(best, contrast(image.pixelColor(x, box.top()), ground));
    return best;
}

}  // namespace

/// What can be seen, read and understood in the window beside the view.
class TestLook : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        applyTheme(*qApp, Theme::Dark);
        openFresh();
    }
    void cleanup() { close(); }

    void partsStandOutFromTheirGround_data()
    {
        test::cases<bool>("dark", {{"dark", true}, {"light", false}});
    }
    void partsStandOutFromTheirGround()
    {
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
        const QPalette palette = paletteOf(dark);
        const QColor window = palette.color(QPalette::Window);
        QVERIFY(contrast(boxOutline(palette), window) >= 3);
        QVERIFY(contrast(boxOutline(palette), palette.color(QPalette::Base)) >= 3);
        const QColor ink = palette.color(QPalette::ButtonText), off = disabledInk(palette);
        QVERIFY2(contrast(off, ink) >= 3, qPrintable(off.name()));
        QVERIFY2(contrast(off, window) >= 3, qPrintable(off.name()));

        // As drawn: an empty box to check, and an empty round one.
        for (QAbstractButton* button : {static_cast<QAbstractButton*>(new QCheckBox),
                                        static_cast<QAbstractButton*>(new QRadioButton)}) {
            const std::unique_ptr<QAbstractButton> owner(button);
            button->resize(30, 30);
            const QImage image = button->grab().toImage().convertToFormat(QImage::Format_RGB32);
            double best = 1;
            for (int y = 0; y < image.height(); ++y)
                best = std::max(best, borderContrast(image, QRect(0, y, image.width(), 1), window));
            QVERIFY2(best >= 3, qPrintable(QString::number(best)));
        }
    }

    void signsOfDialogsAreSharp()
    {
        for (const QStyle::StandardPixmap sign :
             {QStyle::SP_MessageBoxWarning, QStyle::SP_MessageBoxQuestion,
              QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxCritical, QStyle::SP_DirIcon,
              QStyle::SP_FileIcon, QStyle::SP_FileDialogToParent, QStyle::SP_FileDialogNewFolder,
              QStyle::SP_FileDialogListView, QStyle::SP_FileDialogDetailedView,
              QStyle::SP_ArrowBack, QStyle::SP_ArrowForward, QStyle::SP_ComputerIcon,
              QStyle::SP_DriveHDIcon, QStyle::SP_DirHomeIcon}) {
            const QIcon icon = QApplication::style()->standardIcon(sign);
            // Drawn for the screen, not a small picture made larger.
            QImage twice = icon.pixmap({24, 24}, 2.0).toImage();
            twice.setDevicePixelRatio(1);
            QCOMPARE(twice.size(), QSize(48, 48));
            QCOMPARE(twice, icon.pixmap({48, 48}, 1.0).toImage());
            int ink = 0;
            for (int y = 0; y < 48; ++y)
                for (int x = 0; x < 48; ++x) ink += qAlpha(twice.pixel(x, y)) > 200;
            QVERIFY2(ink > 60, qPrintable(QString::number(sign)));
        }
        QDialogButtonBox buttons(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
        for (const QAbstractButton* button : buttons.buttons()) QVERIFY(button->icon().isNull());
    }

    void theQuestionAboutUnsavedWorkIsAQuestion_data()
    {
        test::cases<QString>(
            "asks", {{"sample", "Save the changes to Figure?"},
                     {"capture", "Save what you made of walk.bvh as a project? walk.bvh itself "
                                 "stays as it is."}});
    }
    void theQuestionAboutUnsavedWorkIsAQuestion()
    {
        QFETCH(QString, asks);
        if (asks.contains("bvh")) {
            const auto walk = test::writtenFile(
                folder_.filePath("walk.bvh"),
                "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                "Zposition Zrotation Xrotation Yrotation\nJOINT Leg\n{\nOFFSET 0 1 0\n"
                "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n"
                "}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n0 1 0 0 0 0 0 0 0\n"
                "0 1 0 0 0 0 9 0 0\n");
            session_->file().open(walk);
            QTRY_COMPARE(session_->file().title(), QString("walk.bvh"));
        } else {
            openSample(*window_, "figure");
        }
        QVERIFY(session_->commit(edit::SetLoop{!doc().playback.loop}));
        QString asked;
        QStringList buttons;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            asked = box->text();
            for (const QAbstractButton* button : box->buttons()) buttons << button->text();
            box->reject();
        });
        answer.start(20);
        QVERIFY(!window_->files().mayReplaceDocument());
        QCOMPARE(asked, asks);
        buttons.sort();
        QCOMPARE(buttons, QStringList({"&Cancel", "&Discard", "&Save"}));
    }

    void warningsOfAFileStayUntilTheyAreClosed()
    {
        auto* notice = window_->findChild<NoticeBar*>("notice");
        auto* text = notice->findChild<QLabel*>("noticeText");
        session_->startNew(test::chainDocument(3, 0.3, 20), "arm");
        QVERIFY(!notice->isVisible());
        const QString first =
            QString("pictures <b>are</b> not kept: ") + QString("word ").repeated(60);
        Diagnostics diagnostics;
        diagnostics.push_back({Diagnostic::Severity::Warning, first.toStdString(), "a.glb"});
        diagnostics.push_back({Diagnostic::Severity::Note, "of no concern", {}});
        diagnostics.push_back({Diagnostic::Severity::Warning, "a second one", {}});
        emit session_->file().opened(folder_.filePath("a.glb"), diagnostics);
        QVERIFY(notice->isVisible());
        QCOMPARE(text->textFormat(), Qt::PlainText);
        QVERIFY(text->text().contains(first.trimmed()));
        QVERIFY(text->text().contains("A second one"));
        QVERIFY(!text->text().contains("of no concern"));
        // All of it can be seen, and what is said meanwhile does not take it away.
        window_->tell("something else");
        QTest::mouseClick(notice->findChild<QToolButton*>("noticeMore"), Qt::LeftButton);
        QTRY_VERIFY(text->height() >= text->QLabel::heightForWidth(text->width()));
        QVERIFY(notice->isVisible());
        QTest::mouseClick(notice->findChild<QToolButton*>("noticeClose"), Qt::LeftButton);
        QVERIFY(!notice->isVisible());
        // It goes with the document that it is about.
        emit session_->file().opened(folder_.filePath("a.glb"), diagnostics);
        QVERIFY(notice->isVisible());
        session_->startNew(test::chainDocument(4, 0.3, 20), "arm");
        QVERIFY(!notice->isVisible());
    }

    void fewClipsAreAMenuOfWhichOneIsChosen()
    {
        session_->startNew(withClips(3), "clips");
        auto* menu = window_->findChild<QMenu*>("clipMenu");
        emit menu->aboutToShow();
        QCOMPARE(int(menu->actions().size()), 3);
        QVERIFY(menu->actions()[0]->isChecked());
        QVERIFY(menu->actions()[0]->actionGroup()->isExclusive());
        auto* shown = window_->findChild<QToolButton*>("clip");
        QVERIFY(shown->isVisible());
        menu->actions()[2]->trigger();
        QCOMPARE(doc().playback.clip, 2);
        QVERIFY2(shown->text().contains("clip <b>2</b>"), qPrintable(shown->text()));
        QVERIFY(!shown->toolTip().contains("<b>"));
        emit menu->aboutToShow();
        QVERIFY(menu->actions()[2]->isChecked());
        session_->startNew(withClips(1), "one");
        QVERIFY(!shown->isVisible());
    }

    void manyClipsAreAListWithAFilter()
    {
        Document clips = withClips(76);
        clips.clips[60] = clips.clips[60].with([](Clip& clip) { clip.name = "more"; });
        session_->startNew(clips, "clips");
        auto* menu = window_->findChild<QMenu*>("clipMenu");
        emit menu->aboutToShow();
        QCOMPARE(int(menu->actions().size()), 1);
        const auto choose = [&](const QString& words, Qt::Key key) {
            QTimer answer;
            answer.setSingleShot(true);
            connect(&answer, &QTimer::timeout, this, [&] {
                auto* chooser = qobject_cast<ClipChooser*>(QApplication::activeModalWidget());
                QVERIFY(chooser);
                auto* list = chooser->findChild<QListWidget*>("clipList");
                QCOMPARE(list->count(), 76);
                QCOMPARE(list->currentRow(), doc().playback.clip);
                auto* line = chooser->findChild<QLineEdit*>("clipWords");
                QTest::keyClicks(line, words);
                QTest::keyClick(line, key);
                if (chooser->isVisible()) chooser->reject();
            });
            answer.start(30);
            menu->actions()[0]->trigger();
        };
        choose("more 41", Qt::Key_Return);
        QCOMPARE(doc().playback.clip, 41);
        // A name typed in full is that clip's, whatever others have it in theirs.
        choose("More", Qt::Key_Return);
        QCOMPARE(doc().playback.clip, 60);
        choose("more 41", Qt::Key_Return);
        choose("no such clip", Qt::Key_Return);
        QCOMPARE(doc().playback.clip, 41);
        choose("7", Qt::Key_Escape);
        QCOMPARE(doc().playback.clip, 41);
        QCOMPARE(session_->history().count(), 3);
    }

    void theColumnsOfFileDialogsAreWideEnough()
    {
        for (const char* name : {"walk.bvh", "a-rather-long-name-of-a-motion.bvh"})
            test::writtenFile(folder_.filePath(name), QByteArray(90'000, ' '));
        QFileDialog dialog(window_.get(), "Open", folder_.path());
        dialog.setAcceptMode(QFileDialog::AcceptSave);
        dialog.setViewMode(QFileDialog::Detail);
        dressFileDialog(dialog);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* tree = dialog.findChild<QTreeView*>("treeView");
        QTRY_COMPARE(tree->model()->rowCount(tree->rootIndex()), 2);
        QTest::qWait(50);
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 2; ++row) {
                const QModelIndex index = tree->model()->index(row, column, tree->rootIndex());
                const int needed =
                    tree->fontMetrics().horizontalAdvance(index.data().toString()) + 4;
                QVERIFY2(tree->columnWidth(column) >= needed, qPrintable(index.data().toString()));
            }
        QCOMPARE(dialog.labelText(QFileDialog::LookIn), QString("Save in:"));
        QVERIFY(!tree->horizontalScrollBar()->isVisible());
    }

    void theStartPageIsNeverCut()
    {
        const QString path = "/home/anna/films/a-very-long-name-of-a-scene-in-three-acts.glb";
        recent_files::add(path);
        StartPage page;
        page.refresh();
        page.show();
        for (const int width : {1200, 900, 700, 440}) {
            page.resize(width, 500);
            QCoreApplication::processEvents();
            auto* scroll = page.findChild<QScrollArea*>();
            QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
                     qPrintable(QString::number(width)));
            bool named = false;
            for (const auto* button : page.findChildren<QPushButton*>())
                named = named ||
                        button->text().startsWith("a-very-long-name-of-a-scene-in-three-acts.glb");
            QVERIFY2(named || width < 700, qPrintable(QString::number(width)));
        }
        // The key that finds actions has one name.
        QString all;
        for (const auto* label : page.findChildren<QLabel*>()) all += label->text();
        const QString key = window_->actions()["edit.findAction"]->shortcut().toString();
        QVERIFY2(all.contains(key), qPrintable(key));
        QVERIFY(window_->actions()["edit.findAction"]->toolTip().contains(key));
        QVERIFY(!all.contains("F3"));
    }

    void longNamesInTheTreeAreCutAndTold()
    {
        auto* tree = window_->findChild<QTreeView*>("sceneTree");
        Document document = test::chainDocument(4, 0.3, 20);
        std::vector<Node> nodes = document.scene->nodes();
        const std::string name = "a bone <b>whose</b> name " + std::string(120, 'x');
        nodes[1].name = name;
        document.scene = *Scene::make(nodes);
        session_->startNew(document, "names");
        QCoreApplication::processEvents();
        QVERIFY(!tree->horizontalScrollBar()->isVisible());
        const QModelIndex root = tree->model()->index(1, 0);
        const QModelIndex row = tree->model()->index(0, 0, root);
        QCOMPARE(row.data().toString().toStdString(), name);
        const QPoint at = tree->visualRect(row).center();
        QHelpEvent help(QEvent::ToolTip, at, tree->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(tree->viewport(), &help);
        QVERIFY(QToolTip::text().contains("&lt;b&gt;whose"));
        // A tree that is as deep as the panel is wide can still be read.
        session_->startNew(test::chainDocument(40, 0.1, 20), "deep");
        for (QModelIndex index = tree->model()->index(1, 0); index.isValid();
             index = tree->model()->index(0, 0, index))
            tree->expand(index);
        QCoreApplication::processEvents();
        QVERIFY(tree->horizontalScrollBar()->isVisible());
    }

    void theTimelineOpensOnWholeRows()
    {
        openSample(*window_, "figure");
        QCoreApplication::processEvents();
        const TimelineLayout layout = window_->timeline().layoutNow();
        const int rows = int(window_->timeline().model().rows().size());
        QCOMPARE(rows, 8);
        QVERIFY(layout.rowRect(rows - 1).bottom() < layout.size.height());
    }
};

POSEWRIGHT_TEST(TestLook, posewright::test::runWithoutScreen);

#include "tst_look.moc"
