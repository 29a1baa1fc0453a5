#include "app/cli/contacts_report.h"

#include "app/cli/json_writer.h"
#include "core/operate/clean_feet.h"

namespace posewright::cli {

Result<std::string> contactsReport(const Document& before, const Document& after,
                                   const nlohmann::json& operation)
{
    const Scene& scene = *before.scene;
    const Result<operate::Operation> read = operate::fromJson(operation, before);
    if (!read) return read.error();
    const auto& asked = std::get<operate::FindContacts>(*read);
    contacts::Thresholds by;
    by.speed = asked.speed.value_or(by.speed);
    by.height = asked.height.value_or(by.height);
    const std::vector<contacts::Watch> watched =
        operate::watchedFor(before, operate::cleaningOf(asked));
    const auto was = contacts::sample(before, watched), is = contacts::sample(after, watched);
    if (!was) return was.error();
    if (!is) return is.error();
    const std::vector<contacts::Contact> found = contacts::find(*was, by);
    JsonWriter out;
    out.object().key("spans").array();
    for (const contacts::Contact& contact : found) {
        const contacts::Watch& watch = was->paths[contact.path].watch;
        out.object()
            .member("bone", scene[scene.find(watch.bone)].name)
            .member("part", watch.part.empty() ? std::string("head") : watch.part)
            .member("start", contact.start)
            .member("end", contact.end)
            .member("certain", contact.certainty == contacts::Certainty::Sure)
            .member("height", contact.height)
            .member("speed", contact.speed)
            .end();
    }
    const contacts::Skate skated = contacts::skateOf(*was, found),
                          skates = contacts::skateOf(*is, found);
    const auto standing =
        operate::byLimbs(contacts::stances(*was, found, by), asked.bones, std::nullopt);
    out.end().key("stands").array();
    for (const contacts::Stance& stance : standing)
        out.object()
            .member("bone", scene[scene.find(stance.end)].name)
            .member("start", stance.start)
            .member("end", stance.last)
            .member("certain", stance.certainty == contacts::Certainty::Sure)
            .end();
    out.end()
        .member("contacts", static_cast<double>(operate::contactsOf(after, standing)))
        .member("skateBefore", skated.share)
        .member("skateAfter", skates.share)
        .member("slide", skates.slide)
        .member("moved", contacts::movedFrom(*was, *is, standing))
        .member("hipsMoved", operate::hipsMovedFrom(before, after, *was));
    return out.end().text() + '\n';
}

}  // namespace posewright::cli
