#include "app/cli/json_writer.h"

#include "core/base/number.h"

#include <nlohmann/json.hpp>

#include <cassert>
#include <cmath>

namespace posewright::cli {

void JsonWriter::separate()
{
    if (!afterKey_ && !first_) text_ += ',';
    first_ = false;
    afterKey_ = false;
}

JsonWriter& JsonWriter::object()
{
    separate();
    text_ += '{';
    open_.push_back('}');
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::array()
{
    separate();
    text_ += '[';
    open_.push_back(']');
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::end()
{
    assert(!open_.empty());
    text_ += open_.back();
    open_.pop_back();
    first_ = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    value(name);
    text_ += ':';
    afterKey_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(double number)
{
    if (!std::isfinite(number)) return null();
    separate();
    text_ += toText(number);
    return *this;
}

JsonWriter& JsonWriter::value(int number)
{
    return value(static_cast<double>(number));
}

JsonWriter& JsonWriter::value(bool truth)
{
    separate();
    text_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    text_ += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return *this;
}

JsonWriter& JsonWriter::value(const Vec3& v)
{
    return numbers(v.data(), 3);
}

JsonWriter& JsonWriter::value(const Quat& q)
{
    return numbers(q.coeffs().data(), 4);
}

JsonWriter& JsonWriter::null()
{
    separate();
    text_ += "null";
    return *this;
}

JsonWriter& JsonWriter::numbers(const double* first, int count)
{
    array();
    for (int i = 0; i < count; ++i) value(first[i]);
    return end();
}

}  // namespace posewright::cli
