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

    /// The value, to be changed: moved out if nobody else holds it, else copied. Assign this holder
    /// a new value before using it again.
    [[nodiscard]] T take() &&
    {
        // Raising and dropping the count orders other holders' reads before our write. The
        // const_cast is sound: the object was created as a non-const T.
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
