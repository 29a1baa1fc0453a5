#include "app/import/collada_tag.h"

#include <algorithm>

namespace posewright::import {

std::string attributeOf(std::string_view text, std::size_t tag, std::string_view name)
{
    const std::size_t end = std::min(text.find('>', tag), text.size());
    text = text.substr(0, end);
    std::size_t at = tag;
    while ((at = text.find(name, at)) < end) {
        const std::size_t quote = at + name.size() + 1;
        const bool whole = at > 0 && text[at - 1] <= ' ' && quote < end && text[quote - 1] == '=';
        at += name.size();
        if (!whole || (text[quote] != '"' && text[quote] != '\'')) continue;
        const std::size_t close = text.find(text[quote], quote + 1);
        return close < end ? std::string(text.substr(quote + 1, close - quote - 1)) : std::string();
    }
    return {};
}

}  // namespace posewright::import
