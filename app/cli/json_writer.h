#pragma once

#include "core/math/transform.h"

#include <string>
#include <string_view>
#include <vector>

namespace posewright::cli {

/// Writes JSON text member by member, in the order of the calls, on one line. Numbers are the
/// shortest text that reads back as the same double; those not finite become null. Invalid UTF-8 is
/// repaired.
class JsonWriter {
public:
    JsonWriter& object();  ///< opens {
    JsonWriter& array();   ///< opens [
    JsonWriter& end();     ///< closes the innermost open bracket
    JsonWriter& key(std::string_view name);

    JsonWriter& value(double number);
    JsonWriter& value(int number);
    JsonWriter& value(bool truth);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const Vec3& v);  ///< [x, y, z]
    JsonWriter& value(const Quat& q);  ///< [x, y, z, w]
    JsonWriter& null();

    template <class T>
    JsonWriter& member(std::string_view name, const T& v)
    {
        return key(name).value(v);
    }

    /// What was written. @pre everything opened is closed
    const std::string& text() const { return text_; }

private:
    void separate();
    JsonWriter& numbers(const double* first, int count);

    std::string text_;
    std::vector<char> open_;  ///< closing brackets, innermost last
    bool first_ = true;       ///< the next item is the first in its bracket
    bool afterKey_ = false;
};

}  // namespace posewright::cli
