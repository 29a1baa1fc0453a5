// Reading and writing BVH and the project file, in bytes of the file per second. Beside it the
// floor: the same numbers parsed and thrown away. Files come from POSEWRIGHT_SHARED (or ../shared);
// without it only the synthetic clip of 38 MB runs.
#include "core/io/bvh/bvh_reader.h"
#include "core/io/bvh/bvh_writer.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/save.h"

#include <benchmark/benchmark.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fast_float/fast_float.h>

using namespace posewright;
using namespace posewright::io;

namespace {

/// 64 joints of 3 channels, numbers of 6 decimals, about 38 MB.
std::string synthetic()
{
    std::string text = "HIERARCHY\nROOT J0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                       "Zposition Zrotation Xrotation Yrotation\n";
    constexpr int kJoints = 64;
    for (int j = 1; j < kJoints; ++j)
        text += "JOINT J" + std::to_string(j) +
                "\n{\nOFFSET 0 1.5 0.25\nCHANNELS 3 Zrotation Xrotation Yrotation\n";
    text += "End Site\n{\nOFFSET 0 1 0\n}\n";
    for (int j = 0; j < kJoints; ++j) text += "}\n";
    constexpr int kFrames = 19500;
    text += "MOTION\nFrames: " + std::to_string(kFrames) + "\nFrame Time: 0.00833333\n";
    char number[32];
    for (int f = 0; f < kFrames; ++f) {
        for (int c = 0; c < 3 * kJoints + 3; ++c) {
            const double value = 90 * std::sin(0.01 * f + c);
            const auto end =
                std::to_chars(number, number + sizeof number, value, std::chars_format::fixed, 6)
                    .ptr;
            text.append(number, end).append(" ");
        }
        text.back() = '\n';
    }
    return text;
}

const std::string& bytesOf(int which)
{
    static const std::string files[] = {
        synthetic(),
        [] {
            const char* shared = std::getenv("POSEWRIGHT_SHARED");
            const auto bytes = readWhole(std::string(shared ? shared : "../shared") +
                                         "/corpus/bvh/assimp_cmu_01_03.bvh");
            return bytes ? *bytes : std::string();
        }(),
        [] {
            const char* shared = std::getenv("POSEWRIGHT_SHARED");
            const auto bytes = readWhole(std::string(shared ? shared : "../shared") +
                                         "/corpus/bvh/assimp_Boxing_Toes.bvh");
            return bytes ? *bytes : std::string();
        }()};
    return files[which];
}

void readBvhFile(benchmark::State& state)
{
    const std::string& bytes = bytesOf(static_cast<int>(state.range(0)));
    if (bytes.empty()) return state.SkipWithError("the shared reference data is not here");
    for (auto _ : state) {
        auto import = bvh::readBvh(bytes, "a.bvh");
        if (!import || import->document.playback.end < 1) state.SkipWithError("not read");
        benchmark::DoNotOptimize(import);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(readBvhFile)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

void floorOfParsing(benchmark::State& state)
{
    const std::string& bytes = bytesOf(static_cast<int>(state.range(0)));
    if (bytes.empty()) return state.SkipWithError("the shared reference data is not here");
    const std::size_t motion = bytes.find('\n', bytes.find("Frame Time"));
    for (auto _ : state) {
        double sum = 0;
        const char* p = bytes.data() + motion;
        const char* const end = bytes.data() + bytes.size();
        while (p != end) {
            double value = 0;
            const auto [next, ec] = fast_float::from_chars(p, end, value);
            p = ec == std::errc() ? next : p + 1;
            sum += value;
        }
        benchmark::DoNotOptimize(sum);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(floorOfParsing)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void writeBvhText(benchmark::State& state)
{
    const auto import = bvh::readBvh(bytesOf(static_cast<int>(state.range(0))), "a.bvh");
    if (!import) return state.SkipWithError("not read");
    std::size_t bytes = 0;
    for (auto _ : state) {
        auto written = bvh::writeBvh(import->document);
        if (!written) state.SkipWithError("not written");
        bytes = written->text.size();
        benchmark::DoNotOptimize(written);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}
BENCHMARK(writeBvhText)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// With everything that saving does: evaluation, digest, reading back, comparing.
void writeProject(benchmark::State& state)
{
    const auto import = bvh::readBvh(bytesOf(static_cast<int>(state.range(0))), "a.bvh");
    if (!import) return state.SkipWithError("not read");
    std::size_t bytes = 0;
    for (auto _ : state) {
        auto glb = gltf::glbOf(import->document);
        if (!glb) state.SkipWithError("not written");
        bytes = glb->size();
        benchmark::DoNotOptimize(glb);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}
BENCHMARK(writeProject)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void readProject(benchmark::State& state)
{
    const auto import = bvh::readBvh(bytesOf(static_cast<int>(state.range(0))), "a.bvh");
    if (!import) return state.SkipWithError("not read");
    const auto glb = gltf::glbOf(import->document);
    for (auto _ : state) {
        auto back = gltf::readBytes(*glb, "a.glb");
        if (!back || !(back->document == import->document)) state.SkipWithError("not the same");
        benchmark::DoNotOptimize(back);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * glb->size()));
}
BENCHMARK(readProject)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
