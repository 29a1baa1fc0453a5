#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace posewright {

/// Which side an error is on; the command line derives its exit status from it.
enum class ErrorKind {
    Refused,    ///< the input is wrong or the answer is "no"
    Machine,    ///< disk full, no permission, no OpenGL
    Cancelled,  ///< the caller asked to stop
};

/// Why a value could not be delivered. Shown to the user unchanged, as plain text.
struct Error {
    std::string message;  ///< one lower-case sentence without a trailing stop
    std::string where{};  ///< "walk.bvh:41", "a.glb@1204", "a.gltf#/nodes/3", a name; may be empty
    ErrorKind kind = ErrorKind::Refused;
    std::string advice{};  ///< what to do about it; may be empty
};

/// Something the user should know about a value that *was* delivered.
struct Diagnostic {
    enum class Severity { Note, Warning };
    Severity severity = Severity::Note;
    std::string message;
    std::string where;
    /// The writer's option that would fix it, by its name in io::WriteOptions or exports::Options,
    /// and what that option does: "portable", "writes LF"; of a motion that is retargeted, "ground
    /// found". Each front end words it for itself.
    std::string option{};
    std::string effect{};
};
using Diagnostics = std::vector<Diagnostic>;

/// Either a T or the Error that explains its absence. Two optionals, not a variant: this is in
/// almost every source, and a variant takes the compiler several times as long.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::in_place, std::move(value)) {}
    Result(Error error) : error_(std::in_place, std::move(error)) {}

    explicit operator bool() const noexcept { return value_.has_value(); }

    T& operator*() &
    {
        assert(value_);
        return *value_;
    }
    const T& operator*() const&
    {
        assert(value_);
        return *value_;
    }
    T&& operator*() &&
    {
        assert(value_);
        return *std::move(value_);
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }

    const Error& error() const
    {
        assert(error_);
        return *error_;
    }

private:
    std::optional<T> value_;
    std::optional<Error> error_;
};

/// The Result of something that is done for its effect and returns no value.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const noexcept { return !error_; }
    const Error& error() const
    {
        assert(error_);
        return *error_;
    }

private:
    std::optional<Error> error_;
};

}  // namespace posewright
