#include "ui/viewport/layers/weight_tints.h"

#include "core/skinning/shares.h"

#include <QColor>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

using Linear = std::array<float, 3>;

Tint tintOf(const Linear& color)
{
    Tint out{{0, 0, 0, 255}};
    for (int c = 0; c < 3; ++c)
        out[c] = static_cast<std::uint8_t>(std::lround(std::clamp(color[c], 0.0F, 1.0F) * 255));
    return out;
}

/// The usual colour scale for weights.
Linear heat(float share)
{
    static constexpr std::array<Linear, 5> kSteps{{{0.01F, 0.02F, 0.35F},
                                                   {0.0F, 0.35F, 0.55F},
                                                   {0.05F, 0.5F, 0.05F},
                                                   {0.8F, 0.65F, 0.02F},
                                                   {0.85F, 0.05F, 0.02F}}};
    const float at = std::clamp(share, 0.0F, 1.0F) * 4;
    const int step = std::min(static_cast<int>(at), 3);
    const float part = at - static_cast<float>(step);
    Linear out{};
    for (int c = 0; c < 3; ++c) out[c] = std::lerp(kSteps[step][c], kSteps[step + 1][c], part);
    return out;
}

/// Successive colours differ strongly: hues step by the golden angle.
Linear colorOfRow(int row)
{
    constexpr double kGolden = 0.61803398875;
    const double hue = row * kGolden - std::floor(row * kGolden);
    const QColor color =
        QColor::fromHsvF(static_cast<float>(hue), row % 2 == 0 ? 0.75F : 0.5F, 0.95F);
    const auto linear = [](float c) { return std::pow(c, 2.2F); };
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

bool isSkinned(const MeshPart& part)
{
    return part.skin >= 0 && !part.mesh->joints.empty();
}

std::vector<Tint> mixedTints(const Scene& scene, NodeIndex mesh)
{
    const auto& part = std::get<MeshPart>(scene[mesh].part);
    const std::size_t vertices = part.mesh->positions.size();
    if (!isSkinned(part))
        return std::vector<Tint>(vertices,
                                 tintOf(colorOfRow(scene.find(skinning::carrierOf(scene, mesh)))));
    std::vector<Linear> colors;
    for (const NodeId joint : scene.skins()[part.skin].joints)
        colors.push_back(colorOfRow(scene.find(joint)));
    std::vector<Tint> out;
    out.reserve(vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
        Linear sum{};
        skinning::eachShare(*part.mesh, i, [&](std::uint16_t joint, float share) {
            for (int c = 0; c < 3; ++c) sum[c] += share * colors[joint][c];
        });
        out.push_back(tintOf(sum));
    }
    return out;
}

}  // namespace

std::vector<NodeId> moversAmong(const Scene& scene, std::span<const NodeId> nodes)
{
    std::vector<NodeId> out;
    for (const NodeId id : nodes) {
        const NodeIndex row = scene.find(id);
        if (row == kNoNode) continue;
        const auto* part = std::get_if<MeshPart>(&scene[row].part);
        const bool rigid = part && !isSkinned(*part) && skinning::carrierOf(scene, row) == id;
        const bool joint =
            std::any_of(scene.skins().begin(), scene.skins().end(), [&](const Skin& skin) {
                return std::find(skin.joints.begin(), skin.joints.end(), id) != skin.joints.end();
            });
        if (rigid || joint || scene[row].bone()) out.push_back(id);
    }
    return out;
}

std::vector<Tint> weightTints(const Scene& scene, NodeIndex mesh, std::span<const NodeId> nodes)
{
    const std::vector<NodeId> movers = moversAmong(scene, nodes);
    if (movers.empty()) return mixedTints(scene, mesh);
    std::vector<Tint> out;
    for (const float share : skinning::sharesOf(scene, mesh, movers))
        out.push_back(tintOf(heat(share)));
    return out;
}

}  // namespace posewright::ui
