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
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
    // Advice only: what the system says to it changes nothing.
    (void)::madvise(static_cast<char*>(block) + before, (bytes - before) / page * page,
                    MADV_HUGEPAGE);
}

}  // namespace posewright
