#include "core/contacts/contacts.h"

#include <algorithm>
#include <cmath>

namespace posewright::contacts {

namespace {

constexpr double kHumanLeg = 0.9;    ///< [m] of a figure of 1.7 m
constexpr double kSlides = 0.02;     ///< [m/s] faster than that is seen
constexpr double kTwentieth = 0.05;  ///< [s]

}  // namespace

double atHumanSize(const Samples& samples, double length)
{
    return length * kHumanLeg / samples.leg;
}

Skate skateOf(const Samples& samples, const std::vector<Contact>& contacts)
{
    Skate out;
    const auto step = std::max<std::size_t>(1, std::size_t(std::lround(kTwentieth * samples.rate)));
    std::size_t slides = 0, looked = 0;
    for (const Contact& contact : contacts) {
        const std::vector<Vec3>& places = samples.paths[contact.path].places;
        const auto first = std::size_t(contact.start - samples.start),
                   last = std::size_t(contact.end - samples.start);
        for (std::size_t f = first; f + step <= last; ++f) {
            const double way = atHumanSize(samples, (places[f + step] - places[f]).norm());
            ++looked;
            slides += way * samples.rate > kSlides * double(step);
        }
        Vec3 middle = Vec3::Zero();
        for (std::size_t f = first; f <= last; ++f) middle += places[f];
        middle /= double(last - first + 1);
        double farthest = 0;
        for (std::size_t f = first; f <= last; ++f)
            farthest = std::max(farthest, (places[f] - middle).norm());
        farthest = atHumanSize(samples, farthest);
        out.slide = std::max(out.slide, farthest);
        out.mean += farthest / double(contacts.size());
    }
    if (looked > 0) out.share = double(slides) / double(looked);
    return out;
}

double movedFrom(const Samples& was, const Samples& is, const std::vector<Stance>& stances)
{
    double farthest = 0;
    for (const Stance& stance : stances)
        for (std::size_t p = 0; p < was.paths.size(); ++p) {
            const Watch& watch = was.paths[p].watch;
            if (watch.end != stance.end || watch.other != stance.other) continue;
            const auto last = std::size_t(stance.last - was.start);
            for (auto f = std::size_t(stance.start - was.start); f <= last; ++f)
                farthest =
                    std::max(farthest, (is.paths[p].places[f] - was.paths[p].places[f]).norm());
        }
    return atHumanSize(was, farthest);
}

}  // namespace posewright::contacts
