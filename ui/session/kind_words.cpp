#include "ui/session/kind_words.h"

#include <QtGlobal>

#include <array>

namespace posewright::ui {

namespace {

constexpr KindWords words(Of<Reach>)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Target")};
}
constexpr KindWords words(Of<Aim>)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Aim"),
            .noOrientation = QT_TRANSLATE_NOOP("Inspector", "an aim turns the bone by itself"),
            .noEase = QT_TRANSLATE_NOOP("Inspector", "an aim has no reach")};
}
constexpr KindWords words(Of<Loop<NodeId>>)
{
    return {.title = QT_TRANSLATE_NOOP("Inspector", "Closed loop"),
            .noEase = QT_TRANSLATE_NOOP("Inspector", "a closed loop meets exactly")};
}

constexpr KindWords words(Of<Distance>)
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

/// Do the texts give a reason for exactly what the rules forbid?
constexpr bool wordsAgree()
{
    bool agree = true;
    eachKind<NodeId>([&]<class K>(Of<K>) {
        const KindWords said = words(Of<K>{});
        agree &= K::kRules.orientation == !said.noOrientation;
        agree &= K::kRules.ease == !said.noEase;
    });
    return agree;
}
static_assert(wordsAgree(), "why a kind has no orientation, or no ease, is not said");

}  // namespace

KindWords wordsOf(const ConstraintKind& kind)
{
    return std::visit([]<class K>(const K&) { return words(Of<K>{}); }, kind);
}

std::span<const KindNumber> kindNumbers()
{
    return kNumbers;
}

}  // namespace posewright::ui
