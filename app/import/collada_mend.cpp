#include "app/import/collada_mend.h"

#include <algorithm>
#include <string_view>

namespace posewright::import {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";

/// Moves the blanks around the words of all elements of this name before their tags.
void tighten(std::string& text, std::string_view open)
{
    const auto place = [&](std::size_t at) {
        return text.begin() + static_cast<std::ptrdiff_t>(at);
    };
    for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
        const std::size_t tag = at;
        at += open.size();
        const bool whole =
            at < text.size() && (text[at] == '>' || kSpaces.find(text[at]) != kSpaces.npos);
        if (!whole) continue;  // a name that goes on
        const std::size_t from = text.find('>', at) + 1;
        const std::size_t end = from == 0 ? std::string::npos : text.find('<', from);
        if (end == std::string::npos) break;
        const std::size_t first = text.find_first_not_of(kSpaces, from);
        if (first < end) {
            const std::size_t last = text.find_last_not_of(kSpaces, end - 1) + 1;
            // <p>  0 1  </p> becomes <p>0 1    </p>, and then all blanks go before the tag.
            std::rotate(place(from), place(first), place(last));
            std::rotate(place(tag), place(last - (first - from)), place(end));
        }
        at = end;
    }
}

}  // namespace

std::string tightened(std::string collada)
{
    for (const char* name : {"<color", "<p", "<vcount", "<v", "<h"}) tighten(collada, name);
    return collada;
}

}  // namespace posewright::import
