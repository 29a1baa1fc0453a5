#include "ui/desk/manual_pages.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

namespace posewright::ui::manual {

namespace {

/// These come first; other pages follow by name.
constexpr std::array kOrder{"first-ten-minutes.md", "posing.md",     "characters.md",
                            "retargeting.md",       "layers.md",     "contacts.md",
                            "exporting.md",         "cli.md",        "solvers.md",
                            "evaluation.md",        "file-format.md"};

constexpr std::array kInside{"architecture.md", "extending.md", "interop.md", "reliability.md",
                             "solvers-measured.md"};

struct Line {
    QString text;
    bool heading = false;
    int block = 0;
};

/// A page's text, without Markdown syntax.
struct Plain {
    const Page* page;
    std::vector<Line> lines;
};

std::vector<Page> readAll()
{
    std::vector<Page> all;
    const QDir folder(QStringLiteral(":/manual"));
    for (const QString& name : folder.entryList({QStringLiteral("*.md")}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) continue;
        Page page{name, name, QString::fromUtf8(file.readAll())};
        static const QRegularExpression kTitle(QStringLiteral("^# (.+)$"),
                                               QRegularExpression::MultilineOption);
        if (const auto match = kTitle.match(page.text); match.hasMatch())
            page.title = match.captured(1).trimmed();
        page.inside = std::ranges::find(kInside, name) != kInside.end();
        all.push_back(std::move(page));
    }
    const auto place = [](const Page& page) {
        const auto at = std::find(kOrder.begin(), kOrder.end(), page.file);
        return std::tuple(page.inside, at - kOrder.begin(), page.file);
    };
    std::sort(all.begin(), all.end(),
              [&](const Page& a, const Page& b) { return place(a) < place(b); });
    return all;
}

const std::vector<Page>& everything()
{
    static const std::vector<Page> kAll = readAll();
    return kAll;
}

/// Decision records have numbered names and are only reached by links.
bool isNote(const Page& page)
{
    return page.file[0].isDigit();
}

std::vector<Plain> plainPages()
{
    std::vector<Plain> all;
    for (const Page& page : pages()) {
        QTextDocument document;
        document.setMarkdown(page.text);
        Plain plain{&page, {}};
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            if (!block.text().trimmed().isEmpty())
                plain.lines.push_back(
                    {block.text(), block.blockFormat().headingLevel() > 0, block.blockNumber()});
        all.push_back(std::move(plain));
    }
    return all;
}

/// The part of a long line around a position.
QString around(const QString& line, qsizetype at)
{
    constexpr qsizetype kBefore = 30, kLong = 100;
    if (line.size() <= kLong) return line;
    qsizetype from = std::max<qsizetype>(0, at - kBefore);
    if (from > 0) from = line.indexOf(u' ', from) + 1;
    return (from > 0 ? QStringLiteral("\u2026") : QString()) + line.mid(from, kLong) +
           (from + kLong < line.size() ? QStringLiteral("\u2026") : QString());
}

bool hasAll(std::span<const Line> lines, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return line.text.contains(word, Qt::CaseInsensitive);
        });
    });
}

Found foundIn(const Page& page, std::span<const Line> section, const QString& word)
{
    Found part{&page, section.front().text, {}, section.front().block};
    for (const Line& line : section) {
        const qsizetype at = line.text.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0) continue;
        part.line = around(line.text, at);
        part.block = line.block;
        break;
    }
    return part;
}

}  // namespace

const std::vector<Page>& pages()
{
    static const std::vector<Page> kPages = [] {
        std::vector<Page> shown = everything();
        std::erase_if(shown, isNote);
        return shown;
    }();
    return kPages;
}

const Page* find(const QString& file)
{
    for (const Page& page : everything())
        if (page.file == file) return &page;
    return nullptr;
}

QString anchorOf(const QString& heading)
{
    QString anchor;
    for (const QChar letter : heading.trimmed().toLower()) {
        if (letter == u' ' || letter == u'-')
            anchor += u'-';
        else if (letter.isLetterOrNumber() || letter == u'_')
            anchor += letter;
    }
    return anchor;
}

std::vector<Found> search(const QString& words, int most)
{
    static const std::vector<Plain> kPlain = plainPages();
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    std::array<std::vector<Found>, 3> ranks;
    for (const Plain& plain : kPlain) {
        if (wanted.isEmpty()) break;
        const std::vector<Line>& lines = plain.lines;
        const bool titled = hasAll(std::array{Line{plain.page->title}}, wanted);
        for (std::size_t from = 0; from < lines.size();) {
            std::size_t to = from + 1;
            while (to < lines.size() && !lines[to].heading) ++to;
            const auto section = std::span(lines).subspan(from, to - from);
            from = to;
            if (!hasAll(section, wanted)) continue;
            const int rank = titled ? 0 : hasAll(section.first(1), wanted) ? 1 : 2;
            ranks[rank].push_back(foundIn(*plain.page, section, wanted.front()));
        }
    }
    std::vector<Found> found;
    for (std::vector<Found>& rank : ranks)
        std::move(rank.begin(), rank.end(), std::back_inserter(found));
    if (std::ssize(found) > most) found.resize(static_cast<std::size_t>(most));
    return found;
}

}  // namespace posewright::ui::manual
