#include "ui/session/place_words.h"

#include "ui/session/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace posewright::ui {

namespace {

QString placeTr(const char* text)
{
    return QCoreApplication::translate("Places", text);
}

/// A list in a file: names for the list and for a row of it.
struct List {
    const char* id;
    const char* whole;
    const char* row;
};

constexpr std::array<List, 18> kLists = {{
    {"accessors", QT_TRANSLATE_NOOP("Places", "the number tables"),
     QT_TRANSLATE_NOOP("Places", "number table %1")},
    {"animations", QT_TRANSLATE_NOOP("Places", "the animations"),
     QT_TRANSLATE_NOOP("Places", "animation %1")},
    {"buffers", QT_TRANSLATE_NOOP("Places", "the data"), QT_TRANSLATE_NOOP("Places", "data %1")},
    {"bufferViews", QT_TRANSLATE_NOOP("Places", "the data"),
     QT_TRANSLATE_NOOP("Places", "piece of data %1")},
    {"channels", QT_TRANSLATE_NOOP("Places", "the channels"),
     QT_TRANSLATE_NOOP("Places", "channel %1")},
    {"children", QT_TRANSLATE_NOOP("Places", "the children"),
     QT_TRANSLATE_NOOP("Places", "child %1")},
    {"constraints", QT_TRANSLATE_NOOP("Places", "the targets"),
     QT_TRANSLATE_NOOP("Places", "target %1")},
    {"images", QT_TRANSLATE_NOOP("Places", "the pictures"),
     QT_TRANSLATE_NOOP("Places", "picture %1")},
    {"joints", QT_TRANSLATE_NOOP("Places", "the joints"), QT_TRANSLATE_NOOP("Places", "joint %1")},
    {"keys", QT_TRANSLATE_NOOP("Places", "the keys"), QT_TRANSLATE_NOOP("Places", "key %1")},
    {"materials", QT_TRANSLATE_NOOP("Places", "the materials"),
     QT_TRANSLATE_NOOP("Places", "material %1")},
    {"meshes", QT_TRANSLATE_NOOP("Places", "the meshes"), QT_TRANSLATE_NOOP("Places", "mesh %1")},
    {"nodes", QT_TRANSLATE_NOOP("Places", "the nodes"), QT_TRANSLATE_NOOP("Places", "node %1")},
    {"primitives", QT_TRANSLATE_NOOP("Places", "the parts"),
     QT_TRANSLATE_NOOP("Places", "part %1")},
    {"samplers", QT_TRANSLATE_NOOP("Places", "the curves"),
     QT_TRANSLATE_NOOP("Places", "curve %1")},
    {"scenes", QT_TRANSLATE_NOOP("Places", "the scenes"), QT_TRANSLATE_NOOP("Places", "scene %1")},
    {"skins", QT_TRANSLATE_NOOP("Places", "the skins"), QT_TRANSLATE_NOOP("Places", "skin %1")},
    {"textures", QT_TRANSLATE_NOOP("Places", "the textures"),
     QT_TRANSLATE_NOOP("Places", "texture %1")},
}};

const List* listOf(const QString& id)
{
    for (const List& list : kLists)
        if (id == QLatin1String(list.id)) return &list;
    return nullptr;
}

/// "inverseBindMatrices" becomes "inverse bind matrices"; names in capitals or with underscores
/// stay.
QString wordsOf(const QString& member)
{
    QString words;
    for (const QChar c : member) {
        if (c.isUpper() && !words.isEmpty() && words.back().isLower()) words += u' ';
        words += c;
    }
    const bool shouted = member == member.toUpper() || member.contains(u'_');
    return shouted ? member : words.toLower();
}

/// The parts of a JSON pointer, innermost first.
QStringList partsOf(const QString& pointer)
{
    QStringList parts;
    const QStringList members = pointer.split(u'/', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < members.size(); ++i) {
        const QString member =
            QString(members[i]).replace(QLatin1String("~1"), "/").replace(QLatin1String("~0"), "~");
        bool number = false;
        const int row = i + 1 < members.size() ? members[i + 1].toInt(&number) : 0;
        const List* list = listOf(member);
        if (number) {
            parts.prepend(list ? placeTr(list->row).arg(row + 1)
                               : placeTr("%1 %2").arg(wordsOf(member)).arg(row + 1));
            ++i;
        } else if (member.toInt(&number); number) {
            parts.prepend(placeTr("row %1").arg(member.toInt() + 1));
        } else if (member != QLatin1String("extensions")) {
            parts.prepend(list ? placeTr(list->whole) : wordsOf(member));
        }
    }
    return parts;
}

}  // namespace

QString placeWords(std::string_view where)
{
    QString text = toQt(where);
    const auto joined = [](QStringList parts, const QString& file) {
        if (!file.isEmpty()) parts << QFileInfo(file).fileName();
        return parts.join(placeTr(" of "));
    };
    if (const qsizetype hash = text.indexOf(QLatin1String("#/")); hash >= 0)
        return joined(partsOf(text.mid(hash + 1)), text.left(hash));
    // An edit's argument or a known list; anything else could be a file path.
    static const QRegularExpression argument(QStringLiteral("^/([A-Za-z]+)(/.*)?$"));
    if (const auto found = argument.match(text);
        found.hasMatch() && (found.captured(2).isEmpty() || listOf(found.captured(1))))
        return joined(partsOf(text), {});
    static const QRegularExpression byte(QStringLiteral("^(.+)@(\\d+)$"));
    if (const auto found = byte.match(text); found.hasMatch())
        return joined({placeTr("byte %1").arg(found.captured(2))}, found.captured(1));
    return text;
}

}  // namespace posewright::ui
