#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace posewright::ui::manual {

/// A page of the manual: a file of docs/, built into the program.
struct Page {
    QString file;         ///< "cli.md"
    QString title;        ///< its first heading
    QString text;         ///< Markdown
    bool inside = false;  ///< about the program itself, for who builds it; these come last
};

/// The pages for users of the program, in reading order.
const std::vector<Page>& pages();

/// Any page by its file name, including those that are only linked to; null: there is none.
const Page* find(const QString& file);

/// The anchor of a heading in links: "How steady they are" is #how-steady-they-are.
QString anchorOf(const QString& heading);

/// A section of a page that contains all the words.
struct Found {
    const Page* page = nullptr;
    QString heading;
    QString line;   ///< the first line with one of the words, shortened around it
    int block = 0;  ///< number of the QTextDocument block with the line
};

/// Matches in page titles come first, then in headings, then the rest, each in page order; at most
/// `most`. Ignores case.
std::vector<Found> search(const QString& words, int most = 200);

}  // namespace posewright::ui::manual
