#include "ui/desk/shift_words.h"

#include "core/operate/hung_motion.h"
#include "core/operate/shifts.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace posewright::ui {

namespace {

template <class Kind>
bool hasAny(const std::vector<edit::Edit>& edits)
{
    return std::ranges::any_of(
        edits, [](const edit::Edit& edit) { return std::holds_alternative<Kind>(edit); });
}

}  // namespace

ShiftWords::ShiftWords(Session& session, QObject* parent) :
    QObject(parent), session_(session), before_(session.document()), now_(session.document())
{
    connect(&session, &Session::changed, this,
            [this](const Document& now) { before_ = std::exchange(now_, now); });
    connect(&session, &Session::replaced, this,
            [this](const Document& now) { before_ = now_ = now; });
}

QString ShiftWords::of(const std::vector<edit::Edit>& edits) const
{
    if (!hasAny<edit::ReparentBone>(edits) || hasAny<edit::RemoveBone>(edits)) return {};
    QStringList told;
    for (const std::string& line : {operate::toldOfShifts(before_, session_.document()),
                                    operate::toldOfMotion(before_, session_.document())})
        if (!line.empty()) told << toQt(line);
    return told.join(u'\n');
}

}  // namespace posewright::ui
