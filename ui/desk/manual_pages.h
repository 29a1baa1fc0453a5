#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace posewright::ui::manual {

/// A page of the manual: a file of docs/, which are in the program.
struct Page {
    QString file;   ///< "cli.md"
    QString title;  ///< its first heading
    QString text;   ///< Markdown
};

/// Those for people who use the program, in the order in which one would read them.
const std::vector<Page>& pages();

/// Any page by the name of its file, those that others link to as well; null: there is none.
const Page* find(const QString& file);

/// How a heading is called in a link: "How steady they are" is #how-steady-they-are.
QString anchorOf(const QString& heading);

/// A part of a page, from one heading to the next, that has all the words.
struct Found {
    const Page* page = nullptr;
    QString heading;
    QString line;   ///< the first one that has one of the words, cut around it
    int block = 0;  ///< of QTextDocument, that the line is in
};

/// Pages whose title has all the words come first, then headings that have them, then the rest,
/// each in the order of the pages; at most `most`. Capitals do not matter.
std::vector<Found> search(const QString& words, int most = 200);

}  // namespace posewright::ui::manual
