#include "ui/desk/clip_chooser.h"
#include "ui/desk/main_window.h"
#include "ui/desk/panel_docks.h"
#include "ui/desk/start_page.h"
#include "ui/files/recent_files.h"
#include "ui/look/grey_tips.h"
#include "ui/session/text.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QSet>
#include <QToolBar>

#include <functional>
#include <map>
#include <utility>
#include <vector>

/// Builds the window's menus and toolbar from the table of actions.
namespace posewright::ui {

namespace {

QString menuTitle(std::string_view name)
{
    return QCoreApplication::translate("Menus", std::string(name).c_str());
}

QChar mnemonicOf(const QString& text)
{
    for (qsizetype at = text.indexOf(u'&'); at >= 0 && at + 1 < text.size();
         at = text.indexOf(u'&', at + 2))
        if (text[at + 1] != u'&') return text[at + 1].toLower();
    return {};
}

/// Positions of possible mnemonics, starts of words first.
std::vector<qsizetype> lettersOf(const QString& text)
{
    std::vector<qsizetype> first, others;
    for (qsizetype i = 0; i < text.size(); ++i)
        if (text[i].isLetterOrNumber())
            (i == 0 || text[i - 1] == u' ' ? first : others).push_back(i);
    first.insert(first.end(), others.begin(), others.end());
    return first;
}

/// Gives entries without a mnemonic a unique one, as far as letters suffice. This is a bipartite
/// matching by augmenting paths: an entry moves to its second choice if its first is another's only
/// one.
class Mnemonics {
public:
    Mnemonics(const QList<QAction*>& entries, const QSet<QChar>& others) : taken_(others)
    {
        for (QAction* entry : entries) {
            const QChar own = mnemonicOf(entry->text());
            if (!own.isNull())
                taken_.insert(own);
            else if (!entry->isSeparator())
                open_.push_back({entry, lettersOf(entry->text())});
        }
        for (std::size_t i = 0; i < open_.size(); ++i) {
            QSet<QChar> tried;
            place(i, tried);
        }
        for (const auto& [letter, who] : chosen_) {
            QString text = open_[who.first].entry->text();
            open_[who.first].entry->setText(text.insert(who.second, u'&'));
        }
    }

private:
    struct Open {
        QAction* entry;
        std::vector<qsizetype> letters;
    };

    bool place(std::size_t i, QSet<QChar>& tried)
    {
        const QString text = open_[i].entry->text();
        for (const qsizetype at : open_[i].letters) {
            const QChar letter = text[at].toLower();
            if (taken_.contains(letter) || tried.contains(letter)) continue;
            tried.insert(letter);
            const auto other = chosen_.find(letter);
            if (other != chosen_.end() && !place(other->second.first, tried)) continue;
            chosen_[letter] = {i, at};
            return true;
        }
        return false;
    }

    QSet<QChar> taken_;
    std::vector<Open> open_;
    std::map<QChar, std::pair<std::size_t, qsizetype>> chosen_;  ///< entry and position
};

/// Letters used in Alt shortcuts. A menu with one of them as its mnemonic would make both
/// ambiguous, and Qt would trigger neither.
QSet<QChar> lettersWithAlt(const std::vector<QAction*>& actions)
{
    QSet<QChar> letters;
    for (const QAction* action : actions)
        for (const QKeySequence& sequence : action->shortcuts()) {
            const int key = sequence.count() == 1 ? sequence[0].key() : 0;
            if (key >= Qt::Key_A && key <= Qt::Key_Z &&
                sequence[0].keyboardModifiers() == Qt::AltModifier)
                letters.insert(QChar(u'a' + (key - Qt::Key_A)));
        }
    return letters;
}

/// @param others  letters that must not be used
void giveMnemonics(const QList<QAction*>& entries, const QSet<QChar>& others = {})
{
    const Mnemonics given(entries, others);
    for (QAction* entry : entries)
        if (entry->menu()) giveMnemonics(entry->menu()->actions());
}

}  // namespace

void MainWindow::buildMenus()
{
    std::map<std::string_view, QMenu*> menus;
    const std::function<QMenu*(std::string_view)> menuAt = [&](std::string_view path) {
        QMenu*& menu = menus[path];
        if (menu) return menu;
        const std::size_t slash = path.rfind('/');
        const QString title = menuTitle(path.substr(slash + 1));  // npos + 1 is 0, the whole text
        menu = slash == std::string_view::npos ? menuBar()->addMenu(title)
                                               : menuAt(path.substr(0, slash))->addMenu(title);
        explainGrey(*menu);
        return menu;
    };
    for (std::size_t i = 0; i < actionTable().size(); ++i) {
        const ActionRow& row = actionTable()[i];
        QMenu* menu = menuAt(row.menu);
        if (row.separatorBefore) menu->addSeparator();
        menu->addAction(actions_->all()[i]);
        if (row.id == "file.sample.arm") {
            menu->addSeparator();
            menuAt("File/New/Skeleton");
        }
        if (row.id == "file.open") {
            recent_ = menu->addMenu(tr("Open Recent"));
            recent_->setObjectName(QStringLiteral("recentMenu"));
        }
    }
    QMenu* window = menuAt("Window");
    window->addSeparator();
    for (const QDockWidget* dock : panels_->all()) window->addAction(dock->toggleViewAction());
    clips_ = menuAt("Time")->addMenu(tr("Show Clip"));
    clips_->setObjectName(QStringLiteral("clipMenu"));
    connect(clips_, &QMenu::aboutToShow, this, &MainWindow::refreshClips);
    giveMnemonics(menuBar()->actions(), lettersWithAlt(actions_->all()));
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::refreshRecent);
    refreshRecent();
}

void MainWindow::refreshRecent()
{
    start_->refresh();
    recent_->clear();
    int row = 0;
    for (const QString& path : recent_files::all()) {
        const QFileInfo file(path);
        QString name = file.fileName();
        name.replace(u'&', QStringLiteral("&&"));
        const QString text = ++row < 10 ? QStringLiteral("&%1  %2").arg(row).arg(name) : name;
        QAction* action = recent_->addAction(text, this, [this, path] { files_.open(path); });
        const QString place = QDir::toNativeSeparators(path);
        action->setEnabled(file.exists());
        action->setStatusTip(file.exists() ? place
                                           : tr("Not possible now: %1 is not there").arg(place));
        action->setToolTip(action->statusTip());
    }
    recent_->setEnabled(row > 0);
    recent_->menuAction()->setStatusTip(
        row > 0 ? tr("Files that were open lately")
                : tr("Not possible now: no file was opened or saved yet"));
    recent_->menuAction()->setToolTip(recent_->menuAction()->statusTip());
    if (row == 0) return;
    recent_->addSeparator();
    QAction* clear = recent_->addAction(tr("&Clear the List"), this, [this] {
        recent_files::clear();
        refreshRecent();
    });
    clear->setStatusTip(tr("Forget which files were open"));
}

void MainWindow::refreshClips()
{
    clips_->clear();
    const Document& doc = session_.document();
    // A longer menu is hard to read; use a list with a filter.
    constexpr int kMostClips = 15;
    if (std::ssize(doc.clips) > kMostClips) {
        QAction* choose = clips_->addAction(
            tr("&Choose among %n...", nullptr, static_cast<int>(doc.clips.size())), this,
            [this] { chooseClip(*this); });
        choose->setStatusTip(tr("Show and change another clip: a list that letters narrow down"));
        return;
    }
    auto* one = new QActionGroup(clips_);  // radio buttons, since only one clip is shown
    one->setExclusive(true);
    connect(clips_, &QMenu::aboutToShow, one, &QObject::deleteLater);
    for (int row = 0; row < std::ssize(doc.clips); ++row) {
        QString name = toQt(doc.clips[row]->name);
        name.replace(u'&', QStringLiteral("&&"));
        const QString text = row < 9 ? QStringLiteral("&%1  %2").arg(row + 1).arg(name) : name;
        QAction* action = clips_->addAction(text, this, [this, row] { showClip(*this, row); });
        action->setCheckable(true);
        action->setChecked(row == doc.playback.clip);
        action->setStatusTip(tr("Show and change this clip"));
        one->addAction(action);
    }
}

void MainWindow::buildToolBar()
{
    auto* bar = new QToolBar(tr("Main toolbar"));
    bar->setObjectName(QStringLiteral("mainToolBar"));
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    for (const char* id : {"file.new",
                           "file.open",
                           "file.save",
                           "file.export",
                           "",
                           "edit.undo",
                           "edit.redo",
                           "",
                           "pose.select",
                           "pose.move",
                           "pose.rotate",
                           "pose.draw",
                           "",
                           "pose.dragAuto",
                           "pose.dragBody",
                           "pose.dragLimb",
                           "pose.dragTurn",
                           "pose.pin",
                           "",
                           "target.new",
                           "target.pole",
                           "time.setKey",
                           "time.autoKey",
                           "edit.delete",
                           "",
                           "view.frameSelected",
                           "view.frameAll",
                           "",
                           "edit.findAction"}) {
        if (*id)
            bar->addAction((*actions_)[id]);
        else
            bar->addSeparator();
    }
    addToolBar(bar);
}

}  // namespace posewright::ui
