#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace posewright {

/// Does `count` pieces of work that do not depend on each other, on this thread and others. False:
/// cancelled, with some pieces done. What a piece throws, such as for want of memory, is thrown on.
/// @param jobs    threads, this one included; 0: one per core
/// @param worker  called once on each thread, returns what does a piece: void(std::size_t)
/// @param tell    called on this thread with the share that is done; false cancels
template <class Worker, class Tell>
bool inParallel(std::size_t count, int jobs, const Worker& worker, const Tell& tell)
{
    constexpr std::size_t kTaken = 16;  // pieces at once
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    const auto parts = std::max<std::size_t>(1, (count + kTaken - 1) / kTaken);
    const std::size_t threads = std::min<std::size_t>(
        parts, static_cast<std::size_t>(std::max(1, jobs > 0 ? jobs : cores)));
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    std::vector<std::exception_ptr> thrown(threads);
    const auto work = [&](std::size_t thread, const auto& beforePart) {
        try {
            auto piece = worker();
            for (std::size_t at = next.fetch_add(kTaken); at < count && !stopped;
                 at = next.fetch_add(kTaken)) {
                beforePart(at);
                for (std::size_t i = at; i < std::min(count, at + kTaken); ++i) piece(i);
            }
        } catch (...) {
            thrown[thread] = std::current_exception();
            stopped = true;
        }
    };
    if (count > 0 && !tell(0.0)) return false;
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back([&work, i] { work(i, [](std::size_t) {}); });
    work(0, [&](std::size_t at) {
        if (!tell(double(at) / double(count))) stopped = true;
    });
    others.clear();  // waits for them
    for (const std::exception_ptr& each : thrown)
        if (each) std::rethrow_exception(each);
    return !stopped;
}

}  // namespace posewright
