#include "ui/files/contents_words.h"

#include "core/scene/contents.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

QString contentsText(const char* text, int count)
{
    return QCoreApplication::translate("Contents", text, nullptr, count);
}

}  // namespace

QString contentsWords(const Document& doc)
{
    const SceneContents there = contentsOf(*doc.scene);
    const double frames = doc.playback.end - doc.playback.start + 1;
    QStringList parts{contentsText(QT_TRANSLATE_N_NOOP("Contents", "%n bone(s)"), there.bones)};
    if (there.meshes > 0)
        parts << contentsText(QT_TRANSLATE_N_NOOP("Contents", "%n mesh(es)"), there.meshes);
    // A document always has a clip, a file not.
    const auto clips = std::ranges::count_if(
        doc.clips, [](const auto& clip) { return !clip->tracks.empty() || !clip->layers.empty(); });
    parts << contentsText(QT_TRANSLATE_N_NOOP("Contents", "%n clip(s)"), static_cast<int>(clips));
    if (clips > 0)
        parts << contentsText(QT_TRANSLATE_N_NOOP("Contents", "%n frame(s)"),
                              static_cast<int>(std::lround(frames)))
              << contentsText(QT_TRANSLATE_NOOP("Contents", "%1 a second"), -1)
                     .arg(QLocale().toString(doc.clip().rate, 'g', 6));
    return parts.join(QStringLiteral(", "));
}

}  // namespace posewright::ui
