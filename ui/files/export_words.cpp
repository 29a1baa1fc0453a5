#include "ui/files/export_words.h"

#include "core/export/estimate.h"
#include "core/export/parts.h"
#include "core/io/format.h"
#include "core/scene/contents.h"
#include "ui/files/export_memory.h"
#include "ui/files/export_names.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace posewright::ui {

namespace {

QString exportTr(const char* text, int count = -1)
{
    return QCoreApplication::translate("ExportWords", text, nullptr, count);
}

int framesOf(const Document& doc, int clip, const exports::Options& options)
{
    const auto range = exports::writtenRange(doc, clip);
    if (!range) return 0;
    const double step = options.rate ? doc.clips[clip]->rate / *options.rate : 1;
    return static_cast<int>(std::min(1e9, std::floor((range->max - range->min) / step + 1e-9) + 1));
}

QString motionWords(const Document& doc, const exports::Options& options, int clips)
{
    const int frames = framesOf(doc, doc.playback.clip, options);
    const double rate = options.rate.value_or(doc.clip().rate);
    QString words = exportTr("%n frame(s)", frames) +
                    exportTr(" at %1 a second").arg(QLocale::c().toString(rate, 'g', 6));
    if (clips > 1) words += exportTr(" in the clip that is shown");
    if (exports::isStill(doc)) words += exportTr(" (nothing moves: all keys are at one frame)");
    if (const std::optional<double> still = exports::stillFrom(doc))
        words += exportTr(" (%1 to %2, still from %3 on)")
                     .arg(QLocale::c().toString(doc.playback.start, 'g', 6),
                          QLocale::c().toString(doc.playback.end, 'g', 6),
                          QLocale::c().toString(*still, 'g', 6));
    return words;
}

QString oneClipWords(const Document& doc)
{
    if (doc.clips.size() <= 1) return {};
    return exportTr(" Of %n clips it holds the one that is shown.",
                    static_cast<int>(doc.clips.size()));
}

QString meshWords(const exports::Options& options, const SceneContents& there)
{
    if (there.meshes == 0 || !options.meshes) return {};
    const bool one = there.meshes == 1;
    QString words = one ? exportTr(", a mesh") : exportTr(", %n meshes", there.meshes);
    if (there.textures && options.textures)
        words += one ? exportTr(" with its textures") : exportTr(" with their textures");
    else if (there.textures)
        words += one ? exportTr(" without its textures") : exportTr(" without their textures");
    return words;
}

QString keyWords(const Document& doc, const exports::Options& options)
{
    if (options.keys == exports::Keys::Reduced)
        return exportTr(
                   " Keys are dropped where joints stray by less than %1 % of the figure's size: "
                   "a contact may slip as far.")
            .arg(QLocale::c().toString(options.tolerance * 100, 'g', 3));
    if (options.keys == exports::Keys::AsKeyed)
        return doc.rig->constraints.empty()
                   ? exportTr(" Keys are as they are.")
                   : exportTr(" Keys are as they are, and one a frame where targets move a joint.");
    return exportTr(" A key for every frame of what moves: at most %1.")
        .arg(QLocale().toString(exports::mostKeys(doc, options), 'f', 0));
}

/// What is exported, and how.
struct Asked {
    const Document& doc;
    const exports::Options& options;
    const io::Format& format;
    SceneContents there;
    QString name;  ///< of such a file: "GLB"
};

QString leftOutWords(const Asked& asked)
{
    const io::Abilities& can = asked.format.abilities;
    QString words;
    if (asked.there.meshes > 0 && !can.meshes)
        words += exportTr(" Meshes and textures are not in a %1 file.").arg(asked.name);
    if (!asked.doc.rig->constraints.empty() && can.motion == io::Motion::Frames)
        words += exportTr(" Targets are not in a %1 file: what they move is, frame by frame.")
                     .arg(asked.name);
    return words;
}

/// "One BVH file: "
QString countWords(const Asked& asked, const std::vector<std::filesystem::path>& paths)
{
    const int files = static_cast<int>(paths.size());
    if (files == 1) return exportTr("One %1 file: ").arg(asked.name);
    constexpr int kMostNamed = 3;
    QStringList names;
    for (int i = 0; i < std::min(files, kMostNamed); ++i) names << pathText(paths[i].filename());
    if (files > kMostNamed) names << QStringLiteral("...");
    return exportTr("%n %1 files, one for each clip (%2): ", files)
        .arg(asked.name, names.join(QStringLiteral(", ")));
}

/// Of a file with a row for every frame, or without motion.
QString plainWords(const Asked& asked, const QString& path)
{
    const Document& doc = asked.doc;
    const io::Abilities& can = asked.format.abilities;
    const bool moves = can.motion == io::Motion::Frames;
    if (asked.there.bones == 0 && !can.meshes)
        return exportTr("There is no bone here, and a %1 file holds nothing else.").arg(asked.name);
    const auto paths = exports::plannedPaths(doc, asked.options, toPath(path), asked.format);
    const int files = static_cast<int>(paths.size());
    QString words = countWords(asked, paths) + exportTr("%n bone(s)", asked.there.bones);
    if (can.meshes) words += meshWords(asked.options, asked.there);
    words += moves ? exportTr(" and their motion, ") + motionWords(doc, asked.options, files)
                   : exportTr(" at rest, without motion");
    words += u'.' + leftOutWords(asked);
    if (asked.options.metres.value_or(1) != 1)
        words += exportTr(" All lengths are multiplied by %1: it does not fit the skeleton of the "
                          "file that was opened.")
                     .arg(QLocale().toString(*asked.options.metres));
    return moves && files == 1 ? words + oneClipWords(doc) : words;
}

/// The names of clips in which nothing has keys; none if targets move the figure nevertheless.
QStringList clipsWithoutMotion(const Document& doc)
{
    QStringList names;
    if (!doc.rig->constraints.empty()) return names;
    for (const Shared<Clip>& clip : doc.clips)
        if (clip->tracks.empty() && clip->layers.empty()) names << toQt(clip->name);
    return names;
}

/// Of a file with keys.
QString keyedWords(const Asked& asked)
{
    const auto& [doc, options, format, there, name] = asked;
    const io::Abilities& can = format.abilities;
    const bool project = exports::isProject(options, format);
    const bool meshes = options.meshes && can.meshes;
    const QStringList empty =
        options.allClips && !project ? clipsWithoutMotion(doc) : QStringList();
    const int clips = options.allClips ? static_cast<int>(doc.clips.size() - empty.size()) : 1;
    const int targets = static_cast<int>(doc.rig->constraints.size());
    QString words = project
                        ? exportTr("A project, as Save writes it; other programs play it as well: ")
                        : exportTr("One %1 file for other programs: ").arg(name);
    words += exportTr("%n bone(s)", there.bones);
    if (meshes) words += meshWords(options, there);
    words += exportTr(", %n clip(s); ", clips) + motionWords(doc, options, clips) + u'.';
    for (const QString& still : empty)
        words += exportTr(" The clip \u201c%1\u201d holds no motion and is left out.").arg(still);
    if (!options.allClips) words += oneClipWords(doc);
    if (can.figure && there.bones > 0 && (!there.shown || !meshes))
        words += exportTr(" A figure of simple bones is added, so that viewers show something.");
    words += leftOutWords(asked) + keyWords(doc, options);
    if (targets > 0)
        words += project
                     ? exportTr(" With %n target(s) and their spans, which only Posewright reads; "
                                "others play what they move.",
                                targets)
                 : targets == 1
                     ? exportTr(" The target is left out: the joints that it moves have keys.")
                     : exportTr(" The %n targets are left out: the joints that they move have "
                                "keys.",
                                targets);
    if (project)
        words += exportTr(" Your document stays where it is: Save goes on writing its own file.");
    return words;
}

/// The figure's height for programs that take lengths as metres.
QString heightWords(const Document& doc, const exports::Options& options, bool inMetres)
{
    const double height = io::heightOf(doc) * options.metres.value_or(1);
    if (!(height > 0)) return {};
    const QString words = exportTr(" The skeleton is %1 m tall in programs that count in metres.")
                              .arg(QLocale().toString(height, 'f',
                                                      height < 0.1  ? 4
                                                      : height < 10 ? 2
                                                                    : 0));
    const bool odd = io::isOddHeight(height);
    return odd && inMetres && doc.unit == LengthUnit::Unknown
               ? words + exportTr(" Say what its lengths are.")
               : words;
}

}  // namespace

QString exportWords(const Document& doc, const exports::Options& options, const QString& path)
{
    const io::Format* format = io::formatOfEnding(options.ending);
    return exportWords(doc, options, path, format ? *format : io::Format{});
}

QString exportWords(const Document& doc, const exports::Options& options, const QString& path,
                    const io::Format& format)
{
    if (doc.scene->size() == 0)
        return exportTr(
            "There is nothing to export yet: open a file or a sample, or draw a figure.");
    const Document shown =
        exports::withoutMeshesOf(exports::asAsked(doc, options), options.withoutMeshes);
    const Asked asked{shown, options, format, contentsOf(*shown.scene),
                      toQt(io::endingOf(format, options.ending).name)};
    QString words =
        format.abilities.motion == io::Motion::Keys ? keyedWords(asked) : plainWords(asked, path);
    words += heightWords(doc, options, !format.unplaced);
    words += safeNameWords(shown, options, format);
    if (options.keys == exports::Keys::Reduced || !format.bytes) return words;
    const auto bytes = static_cast<qint64>(exports::estimatedBytes(doc, options, format));
    return words + exportTr(" About %1.")
                       .arg(QLocale().formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1,
                                                        QLocale::DataSizeSIFormat));
}

QString viewWords(const ExportView& view, const exports::Options& options)
{
    QString words;
    const int count = static_cast<int>(view.hidden.size());
    const bool meshes = options.meshes && exports::abilitiesOf(options).meshes;
    if (count > 0 && meshes)
        words = !options.withoutMeshes.empty() ? exportTr(" Left out: %n hidden mesh(es).", count)
                : count == 1                   ? exportTr(" The hidden mesh is in the file, too.")
                             : exportTr(" %n hidden meshes are in the file, too.", count);
    if (view.problems > 0)
        words += exportTr(" This clip has %n problem frame(s), and so has the file: N goes there.",
                          view.problems);
    return words;
}

QString endingWords(const io::Ending& ending)
{
    QString name = toQt(ending.name);
    if (ending.about.empty()) return name;
    return name + QStringLiteral(": ") +
           QCoreApplication::translate("Formats", std::string(ending.about).c_str());
}

}  // namespace posewright::ui
