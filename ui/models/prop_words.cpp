#include "ui/models/prop_words.h"

#include "core/operate/grip.h"
#include "ui/session/step_text.h"

#include <QCoreApplication>

namespace posewright::ui {

namespace {

QString propTr(const char* text)
{
    return QCoreApplication::translate("Props", text);
}

bool isKeyedElsewhere(Document doc, NodeId prop)
{
    const auto count = static_cast<int>(doc.clips.size());
    for (int row = 0; row < count; ++row) {
        doc.playback.clip = row;
        if (operate::isPlaceKeyed(doc, prop)) return true;
    }
    return false;
}

}  // namespace

QString propWords(const Document& doc, NodeId prop, double frame)
{
    if (operate::isPlaceKeyed(doc, prop)) return propTr("key at %1").arg(frameText(frame));
    if (isKeyedElsewhere(doc, prop)) return propTr("rest place, in clips that do not key it");
    return propTr("rest place, in all clips");
}

}  // namespace posewright::ui
