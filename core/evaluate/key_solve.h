#pragma once

#include "core/ik/describe.h"
#include "core/math/transform.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace posewright {

/// The offset of a group's solution from its base pose at one key frame: D(k) = base^-1 * solved.
struct KeySolve {
    bool active = false;  ///< false: no constraint of the group acts here, and there is no offset
    std::vector<Quat> offset;        ///< local, one per joint of the group
    Vec3 rootOffset = Vec3::Zero();  ///< world [m], if the root may move
    std::vector<double>
        travel;  ///< added to each joint's travel, world [m]; empty if no joint slides
};

/// A key solve's inputs as text: equal text means equal outcome. Described values contribute all
/// their members.
class ContentKey {
public:
    void add(double value);
    void add(const Vec3& v);
    void add(const Quat& q);
    void add(std::string_view text);
    void add(int value);
    template <class T>
    void add(const std::optional<T>& value)
    {
        add(int(value.has_value()));
        if (value) add(*value);
    }
    template <class T, std::size_t N>
    void add(const std::array<T, N>& values)
    {
        for (const T& value : values) add(value);
    }
    template <class... T>
    void add(const std::variant<T...>& value)
    {
        add(int(value.index()));
        std::visit([this](const auto& kind) { add(kind); }, value);
    }
    void add(std::monostate) {}
    template <Described T>
    void add(const T& value)
    {
        eachMember<T>([&](const auto& member) { add(value.*member.at); });
    }
    const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

/// The frames of a trajectory, solved.
struct TrajectorySolve {
    struct Node {
        KeySolve pose;
        std::vector<char> present;     ///< per joint: does a goal of this frame turn it?
        std::vector<ik::Status> said;  ///< per link of the group; Inactive: it has no goal here
    };
    std::vector<Node> nodes;  ///< one per frame
    int iterations = 0;
    std::string fault;  ///< why `nodes` is empty; empty: no fault
};

/// See evaluate.h. Cleared when it grows beyond kMostBytes, which never changes a result.
class KeyMemo {
public:
    std::optional<KeySolve> find(const std::string& key) const;
    void put(const std::string& key, const KeySolve& solve);
    std::shared_ptr<const TrajectorySolve> findTrajectory(const std::string& key) const;
    void put(const std::string& key, std::shared_ptr<const TrajectorySolve> solve);

private:
    static constexpr std::size_t kMostBytes = 64U << 20U;
    void makeRoom(std::size_t size);

    mutable std::mutex mutex_;
    std::map<std::string, KeySolve> solves_;
    std::map<std::string, std::shared_ptr<const TrajectorySolve>> trajectories_;
    std::size_t bytes_ = 0;
};

/// The offset of one joint between key solves: a quaternion Hermite through the neighbours
/// `before`, `from`, `to`, `after` (null solve: `from` is the first, or `to` the last), normalised.
/// Frames strictly increase. Tangents are three-point for uneven keys, no longer than three times
/// the smaller of the two slopes, zero at a first or last key; or, with Ends::Free, those of a
/// straight line there.
enum class Ends { Rest, Free };
struct OffsetKey {
    double frame = 0;
    const KeySolve* solve = nullptr;  ///< null: there is no such key
};
Quat blendOffset(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                 const OffsetKey& after, int joint, double frame, Ends ends = Ends::Rest);
double blendTravel(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                   const OffsetKey& after, int joint, double frame, Ends ends = Ends::Rest);
Vec3 blendRootOffset(const OffsetKey& before, const OffsetKey& from, const OffsetKey& to,
                     const OffsetKey& after, double frame, Ends ends = Ends::Rest);

}  // namespace posewright
