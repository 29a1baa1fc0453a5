#include "ui/actions/tours.h"

#include <QCoreApplication>
#include <QFile>

namespace posewright::ui {

namespace {

using nlohmann::json;

QString textOf(const json& from, const char* name)
{
    const auto at = from.find(name);
    if (at == from.end() || !at->is_string()) return {};
    return QCoreApplication::translate("Tours", at->get_ref<const std::string&>().c_str());
}

std::string wordOf(const json& from, const char* name)
{
    const auto at = from.find(name);
    return at != from.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

Result<Tour> readTour(std::string id, std::string_view text)
{
    const json from = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!from.is_object()) return Error{"the tour is not JSON", std::move(id)};
    Tour tour;
    tour.id = std::move(id);
    tour.title = textOf(from, "title");
    tour.about = textOf(from, "about");
    tour.opens = wordOf(from, "opens");
    tour.end = textOf(from, "end");
    if (tour.title.isEmpty()) return Error{"the tour has no title", "/title"};
    const auto steps = from.find("steps");
    if (steps == from.end() || !steps->is_array() || steps->empty())
        return Error{"the tour has no steps", "/steps"};
    for (const json& item : *steps) {
        const std::string place = "/steps/" + std::to_string(tour.steps.size());
        if (!item.is_object()) return Error{"it is no step", place};
        TourStep step{textOf(item, "text"), wordOf(item, "check"),
                      item.value("with", json::object()), item.value("do", json::array())};
        if (step.text.isEmpty()) return Error{"the step says nothing", place + "/text"};
        if (step.check.empty()) return Error{"nobody looks after the step", place + "/check"};
        tour.steps.push_back(std::move(step));
    }
    return tour;
}

const std::vector<Tour>& tours()
{
    static const std::vector<Tour> kAll = [] {
        std::vector<Tour> all;
        for (const char* id : {"first-walk", "clean-capture", "dance-for-character"}) {
            QFile file(QStringLiteral(":/tours/%1.json").arg(QLatin1String(id)));
            if (!file.open(QIODevice::ReadOnly)) continue;
            const QByteArray bytes = file.readAll();
            if (Result<Tour> tour = readTour(id, {bytes.data(), std::size_t(bytes.size())}))
                all.push_back(*std::move(tour));
        }
        return all;
    }();
    return kAll;
}

}  // namespace posewright::ui
