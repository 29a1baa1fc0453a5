#include "ui/actions/find_action.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

/// "S&ave As..." as "Save As"; "Dog && Cat", as a name with the sign is written, as "Dog & Cat".
QString withoutMnemonic(const QString& text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i)
        if (text[i] != u'&' || ++i < text.size()) plain += text[i];
    if (plain.endsWith(QLatin1String("..."))) plain.chop(3);
    return plain;
}

void collect(const QList<QAction*>& actions, const QString& path, std::vector<FoundAction>& out)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible()) continue;
        if (const QMenu* menu = action->menu()) {
            const QString name = withoutMnemonic(action->text());
            collect(menu->actions(),
                    path.isEmpty() ? name : path + QStringLiteral(" \u203a ") + name, out);
        } else {
            out.push_back({action, path});
        }
    }
}

/// How well a word matches a text: the best of all occurrences.
enum class Match { None, Inside, Begins, Whole };

Match match(const QString& text, const QString& word)
{
    Match best = Match::None;
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const qsizetype end = at + word.size();
        const bool begins = at == 0 || !text[at - 1].isLetterOrNumber();
        const bool ends = end == text.size() || !text[end].isLetterOrNumber();
        best = std::max(best, !begins ? Match::Inside : ends ? Match::Whole : Match::Begins);
    }
    return best;
}

bool startsAWord(const QString& text, const QString& word)
{
    return match(text, word) >= Match::Begins;
}

/// Tours replace the open document, so a single word must not list them first.
bool teaches(const QAction& action)
{
    return action.objectName().startsWith(QLatin1String("help.tour"));
}

}  // namespace

std::vector<FoundAction> actionsBelow(const QList<QAction*>& menus)
{
    std::vector<FoundAction> out;
    collect(menus, {}, out);
    return out;
}

QString plainText(const QAction& action)
{
    return withoutMnemonic(action.text());
}

int matchScore(const FoundAction& entry, const QString& typed)
{
    const QString text = plainText(*entry.action);
    const QString others = entry.action->property(kSearchWords).toString();
    int score = 1;
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const Match named = match(text, word);
        const bool first = text.startsWith(word, Qt::CaseInsensitive);
        if (named == Match::Whole)
            score += first ? 120 : 110;
        else if (named == Match::Begins)
            score += first ? 100 : 50;
        else if (named == Match::Inside)
            score += 20;
        else if (startsAWord(entry.path, word))
            score += 8;
        else if (startsAWord(others, word))
            score += 6;
        else if (startsAWord(entry.action->statusTip(), word))
            score += 4;
        else
            return 0;
    }
    return words.size() < 2 && teaches(*entry.action) ? 1 : score;
}

std::vector<FoundAction> findActions(const std::vector<FoundAction>& entries, const QString& typed)
{
    std::vector<std::pair<int, FoundAction>> scored;
    for (const FoundAction& entry : entries)
        if (const int score = matchScore(entry, typed)) scored.emplace_back(score, entry);
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<FoundAction> out;
    out.reserve(scored.size());
    for (auto& [score, entry] : scored) out.push_back(std::move(entry));
    return out;
}

}  // namespace posewright::ui
