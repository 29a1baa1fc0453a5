#include "ui/session/kind_words.h"

#include <QtGlobal>

#include <array>

namespace posewright::ui {

namespace {

KindWords words(const Reach&)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Target")};
}
KindWords words(const Aim&)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Aim"),
            .noOrientation = QT_TRANSLATE_NOOP("Inspector", "an aim turns the bone by itself"),
            .noEase = QT_TRANSLATE_NOOP("Inspector", "an aim has no reach")};
}
KindWords words(const Loop<NodeId>&)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Closed loop"),
            .noEase = QT_TRANSLATE_NOOP("Inspector", "a closed loop meets exactly")};
}

KindWords words(const Distance&)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Distance"),
            .noEase = QT_TRANSLATE_NOOP("Inspector", "a distance has no reach")};
}

const double* distanceOf(const ConstraintKind& kind)
{
    const auto* own = std::get_if<Distance>(&kind);
    return own ? &own->distance : nullptr;
}

constexpr std::array kNumbers{
    KindNumber{QT_TRANSLATE_NOOP("Inspector", "Distance"),
               QT_TRANSLATE_NOOP("Inspector", "How far the bone keeps from the target"),
               "inspectorDistance", QT_TRANSLATE_NOOP("Inspector", "Distance of %1"),
               KindNumber::Unit::Length, 0, 1e6, distanceOf, &edit::SetTarget::distance},
};

constexpr std::size_t numbersOfKinds()
{
    std::size_t count = 0;
    eachKind<NodeId>([&]<class K>(Of<K>) {
        eachMember<K>([&](const auto& member) {
            count += std::is_same_v<MemberType<decltype(member)>, double> ? 1 : 0;
        });
    });
    return count;
}
static_assert(kNumbers.size() == numbersOfKinds(), "a number of a kind has no row");

}  // namespace

KindWords wordsOf(const ConstraintKind& kind)
{
    return std::visit([](const auto& k) { return words(k); }, kind);
}

std::span<const KindNumber> kindNumbers()
{
    return kNumbers;
}

}  // namespace posewright::ui
