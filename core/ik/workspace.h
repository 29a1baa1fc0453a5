#pragma once

#include "core/ik/solver.h"

#include <memory>

namespace posewright::ik {

/// Memory that solves reuse, one workspace per thread; after the first solves nothing is allocated.
/// Between solves only the capacity and the last measured pose are kept.
class Workspace {
public:
    std::vector<Quat> start;      ///< a copy, used if the caller's start is the solution's memory
    std::vector<Goal> goals;      ///< a copy, used if pinned ones change the others
    std::vector<Vec3> points;     ///< of the chain that is being solved [m]
    std::vector<Vec3> positions;  ///< of the joints, in the pose measured last [m]
    std::vector<Quat> worldRotations;  ///< as above

    /// The object of this type, created at first use and kept. Methods use a type of their own,
    /// which no one else uses, and the models of the problem.
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
