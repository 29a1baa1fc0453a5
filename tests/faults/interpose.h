#pragma once

/// Calls to the system that fail, kill or are recorded on their way, for what happens below one
/// folder. A test links the library, or a program is started with it in LD_PRELOAD and told by the
/// environment: FAULTS_ROOT, FAULTS_AT, FAULTS_DO (fail, stay, kill, short), FAULTS_ERROR (a
/// number), FAULTS_COUNT (a file that gets the number of calls) and FAULTS_RECORD (a file).
namespace posewright::faults {

enum class Do {
    Count,  ///< nothing but count
    Fail,   ///< the call at `at` fails
    Stay,   ///< it and every later one that writes fails: a disk that is gone
    Kill,   ///< SIGKILL instead of it
    Short,  ///< a write takes half of its bytes; any other call fails
};

struct Plan {
    const char* root = nullptr;  ///< absolute, without a slash at its end
    Do what = Do::Count;
    long at = -1;                  ///< counted from 0
    int error = 5;                 ///< errno
    const char* record = nullptr;  ///< where calls that write are put down; null: nowhere
};

extern "C" {
/// Begins to count at 0. The strings must live.
void faultsBegin(const Plan* plan);
/// Ends it; the number of calls.
long faultsEnd();
/// Puts a word into the record: what was promised by then.
void faultsMark(const char* word);
}

}  // namespace posewright::faults
