#include "core/base/large_block.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace posewright {

namespace {

constexpr std::size_t kSmallest = std::size_t{4} << 20;

}  // namespace

void preferLargePages(void* block, std::size_t bytes) noexcept
{
    if (bytes < kSmallest) return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(block);
    const std::uintptr_t aligned = (first + page - 1) / page * page;
    const std::uintptr_t length = (first + bytes - aligned) / page * page;
    // Advice only: what the system says to it changes nothing.
    (void)::madvise(reinterpret_cast<void*>(aligned), length, MADV_HUGEPAGE);
}

}  // namespace posewright
