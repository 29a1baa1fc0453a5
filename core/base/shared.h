#pragma once

#include <memory>
#include <utility>

namespace posewright {

/// An immutable T that costs one pointer to copy.
///
/// Copies share storage, so a version of a document pays only for the parts that differ from the
/// version before. Nobody can observe another holder's edit: a tree of Shared parts is one value.
/// Reading and copying are safe from any thread.
template <class T>
class Shared {
public:
    Shared() : object_(std::make_shared<T>()) {}
    Shared(T value) : object_(std::make_shared<T>(std::move(value))) {}

    const T& operator*() const noexcept { return *object_; }
    const T* operator->() const noexcept { return object_.get(); }

    /// A copy with `edit(T&)` applied; *this keeps its value.
    template <class Edit>
    [[nodiscard]] Shared with(Edit&& edit) const
    {
        T copy = *object_;
        std::forward<Edit>(edit)(copy);
        return Shared(std::move(copy));
    }

    /// The value, to be changed: moved out where nobody else holds it, else a copy. This holder is
    /// to be given a new one.
    [[nodiscard]] T take() &&
    {
        // A count gone up and down again: what others did with the value before they let go of it
        // has happened before this. It was made as a T that is not const.
        const std::shared_ptr<const T> again = object_;
        if (again.use_count() == 2) return std::move(const_cast<T&>(*again));
        return *again;
    }

    /// O(1): the very same storage. True implies equality; false says nothing.
    bool sameAs(const Shared& other) const noexcept { return object_ == other.object_; }

    friend bool operator==(const Shared& a, const Shared& b) { return a.sameAs(b) || *a == *b; }

private:
    std::shared_ptr<const T> object_;
};

}  // namespace posewright
