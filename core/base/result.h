#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>
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
    /// and what that option does: "portable", "writes LF". Each front end words it for itself.
    std::string option{};
    std::string effect{};
};
using Diagnostics = std::vector<Diagnostic>;

/// Either a T or the Error that explains its absence.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }

    T& operator*() &
    {
        assert(*this);
        return *std::get_if<0>(&state_);
    }
    const T& operator*() const&
    {
        assert(*this);
        return *std::get_if<0>(&state_);
    }
    T&& operator*() &&
    {
        assert(*this);
        return std::move(*std::get_if<0>(&state_));
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }

    const Error& error() const
    {
        assert(!*this);
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, Error> state_;
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
