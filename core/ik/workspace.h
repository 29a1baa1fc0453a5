#pragma once

#include "core/ik/solver.h"

#include <memory>

namespace posewright::ik {

/// Memory that solves reuse: one workspace for each thread, and nothing is allocated once it is
/// warm. Nothing in it outlives a solve but its capacity, and the pose that was measured last.
class Workspace {
public:
    std::vector<Quat> start;      ///< a copy, where the caller's start is the solution's memory
    std::vector<Goal> goals;      ///< a copy, where pinned ones change the others
    std::vector<Vec3> points;     ///< of the chain that is being solved [m]
    std::vector<Vec3> positions;  ///< of the joints, in the pose measured last [m]
    std::vector<Quat> worldRotations;  ///< as above

    /// The memory of this type, made where it is first asked for and kept. A method asks for its
    /// own, which nobody else knows, and for the models of a problem that it works on.
    template <class Memory>
    Memory& of()
    {
        for (const Kept& kept : kept_)
            if (kept.type == &kTypeOf<Memory>) return *static_cast<Memory*>(kept.memory.get());
        return make<Memory>();
    }

private:
    struct Kept {
        const char* type = nullptr;
        std::unique_ptr<void, void (*)(void*)> memory;
    };
    template <class Memory>
    static constexpr char kTypeOf = 0;  ///< its address stands for the type

    template <class Memory>
    Memory& make()
    {
        auto* memory = new Memory;
        kept_.push_back(
            {&kTypeOf<Memory>, {memory, [](void* m) { delete static_cast<Memory*>(m); }}});
        return *memory;
    }

    std::vector<Kept> kept_;  ///< in the order of their first use
};

}  // namespace posewright::ik
