#include "app/import/collada_tag.h"

#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

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

std::string_view insideOf(std::string_view text, std::size_t tag)
{
    const std::size_t from = text.find('>', tag);
    if (from == std::string_view::npos || text[from - 1] == '/') return {};
    return text.substr(from + 1, text.find('<', from) - from - 1);
}

std::vector<double> numbersIn(std::string_view words)
{
    std::vector<double> out;
    eachWord(words, [&](std::string_view word) {
        const std::optional<double> number = toNumber(word.substr(word.starts_with('+')));
        if (number) out.push_back(*number);
        return number.has_value();
    });
    return out;
}

std::string decoded(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
    std::string out;
    while (!text.empty()) {
        const auto entity = std::ranges::find_if(
            kEntities, [&](const auto& one) { return text.starts_with(one.first); });
        const bool found = entity != kEntities.end();
        out += found ? entity->second : text.front();
        text.remove_prefix(found ? entity->first.size() : 1);
    }
    return out;
}

std::string withoutComments(std::string collada)
{
    constexpr std::string_view kOpen = "<!--", kClose = "-->";
    constexpr std::string_view kText = "<![CDATA[", kTextEnd = "]]>";
    for (std::size_t at = 0; (at = collada.find("<!", at)) != std::string::npos;) {
        if (collada.compare(at, kText.size(), kText) == 0) {
            at = collada.find(kTextEnd, at);  // in it, nothing is a comment
            continue;
        }
        if (collada.compare(at, kOpen.size(), kOpen) != 0) {
            ++at;
            continue;
        }
        const std::size_t close = collada.find(kClose, at + kOpen.size());
        if (close == std::string::npos) break;
        for (; at < close + kClose.size(); ++at)
            if (collada[at] != '\n') collada[at] = ' ';
    }
    return collada;
}

}  // namespace posewright::import
