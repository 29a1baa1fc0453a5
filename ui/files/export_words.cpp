#include "ui/files/export_words.h"

#include "core/export/estimate.h"
#include "core/export/parts.h"
#include "core/io/format.h"
#include "core/scene/contents.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <cmath>

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

QString bvhWords(const Document& doc, const exports::Options& options, const QString& path,
                 const SceneContents& there)
{
    const auto paths = exports::plannedPaths(doc, options, toPath(path));
    const int files = static_cast<int>(paths.size());
    if (there.bones == 0)
        return exportTr("There is no bone here, and a BVH file holds nothing else.");
    QString words;
    if (files == 1) {
        words = exportTr("One BVH file: ");
    } else {
        constexpr int kMostNamed = 3;
        QStringList names;
        for (int i = 0; i < std::min(files, kMostNamed); ++i)
            names << pathText(paths[i].filename());
        if (files > kMostNamed) names << QStringLiteral("...");
        words = exportTr("%n BVH files, one for each clip (%1): ", files)
                    .arg(names.join(QStringLiteral(", ")));
    }
    words += exportTr("%n bone(s)", there.bones) + exportTr(" and their motion, ") +
             motionWords(doc, options, files) + u'.';
    if (there.meshes > 0) words += exportTr(" Meshes and textures are not in a BVH file.");
    if (!doc.rig->constraints.empty())
        words += exportTr(" Targets are not in a BVH file: what they move is, frame by frame.");
    if (options.metres.value_or(1) != 1)
        words += exportTr(" All lengths are multiplied by %1: it does not fit the skeleton of the "
                          "file that was opened.")
                     .arg(QLocale().toString(*options.metres));
    return files == 1 ? words + oneClipWords(doc) : words;
}

QString meshWords(const exports::Options& options, const SceneContents& there)
{
    if (there.meshes == 0 || !options.meshes) return {};
    QString words =
        there.meshes == 1 ? exportTr(", a mesh") : exportTr(", %n meshes", there.meshes);
    if (there.textures)
        words += options.textures ? exportTr(" with their textures")
                                  : exportTr(" without their textures");
    return words;
}

QString keyWords(const Document& doc, const exports::Options& options)
{
    if (options.keys == exports::Keys::Reduced)
        return exportTr(
                   " Keys are dropped where joints stray by less than %1 % of the figure's size: "
                   "planted feet may slip as far.")
            .arg(QLocale::c().toString(options.tolerance * 100, 'g', 3));
    if (options.keys == exports::Keys::AsKeyed)
        return doc.rig->constraints.empty()
                   ? exportTr(" Keys are as they are.")
                   : exportTr(" Keys are as they are, and one a frame where targets move a joint.");
    return exportTr(" A key for every frame of what moves: at most %1.")
        .arg(QLocale().toString(exports::mostKeys(doc, options), 'f', 0));
}

QString gltfWords(const Document& doc, const exports::Options& options, const SceneContents& there)
{
    const int clips = options.allClips ? static_cast<int>(doc.clips.size()) : 1;
    const int targets = static_cast<int>(doc.rig->constraints.size());
    QString words =
        options.targets
            ? exportTr("A project, as Save writes it, which other programs play as well: ")
            : exportTr("One %1 file for other programs, which is no project: ")
                  .arg(options.ending == "gltf" ? QStringLiteral("glTF") : QStringLiteral("GLB"));
    words += exportTr("%n bone(s)", there.bones) + meshWords(options, there) +
             exportTr(", %n clip(s); ", clips) + motionWords(doc, options, clips) + u'.';
    if (!options.allClips) words += oneClipWords(doc);
    if (there.bones > 0 && (!there.skinned || !options.meshes))
        words += exportTr(" A figure of simple bones is added, so that viewers show something.");
    words += keyWords(doc, options);
    if (targets > 0)
        words += options.targets
                     ? exportTr(" With %n target(s) and their spans, which only Posewright reads; "
                                "others play what they move.",
                                targets)
                     : exportTr(" Left behind: %n target(s); what they move is baked.", targets);
    if (options.targets)
        words += exportTr(" Your document stays where it is: Save goes on writing its own file.");
    return words;
}

/// The figure's height for programs that take lengths as metres.
QString heightWords(const Document& doc, const exports::Options& options)
{
    const double height = io::heightOf(doc) * options.metres.value_or(1);
    if (!(height > 0)) return {};
    constexpr double kLeast = 0.3, kMost = 5;
    const QString words = exportTr(" The skeleton is %1 m tall in programs that count in metres.")
                              .arg(QLocale().toString(height, 'f',
                                                      height < 0.1  ? 4
                                                      : height < 10 ? 2
                                                                    : 0));
    const bool odd = height < kLeast || height > kMost;
    return odd && options.ending != "bvh" && doc.unit == LengthUnit::Unknown
               ? words + exportTr(" Say what its lengths are.")
               : words;
}

}  // namespace

QString exportWords(const Document& doc, const exports::Options& options, const QString& path)
{
    if (doc.scene->size() == 0)
        return exportTr(
            "There is nothing to export yet: open a file or a sample, or draw a figure.");
    const Document shown = exports::asAsked(doc, options);
    const SceneContents there = contentsOf(*doc.scene);
    QString words = options.ending == "bvh" ? bvhWords(shown, options, path, there)
                                            : gltfWords(shown, options, there);
    words += heightWords(doc, options);
    if (options.keys == exports::Keys::Reduced) return words;
    const auto bytes = static_cast<qint64>(exports::estimatedBytes(doc, options));
    return words + exportTr(" About %1.")
                       .arg(QLocale().formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1,
                                                        QLocale::DataSizeSIFormat));
}

QString endingWords(const QString& ending)
{
    if (ending == QLatin1String("glb")) return exportTr("GLB: one file, for engines and viewers");
    if (ending == QLatin1String("gltf"))
        return exportTr("glTF: readable text and a .bin beside it");
    if (ending == QLatin1String("bvh"))
        return exportTr("BVH: skeleton and motion, for animation programs");
    return ending.toUpper();
}

}  // namespace posewright::ui
