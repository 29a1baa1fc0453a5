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

constexpr std::array<KindNumber, 0> kNumbers{};

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
