#include "core/document/package.h"

#include "core/base/base64.h"
#include "core/base/crc32.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace posewright {

namespace {

constexpr std::string_view kHead = "posewright nodes 1\n";
constexpr std::string_view kHeadWithAnimation = "posewright nodes 2\n";
static_assert(kHead.size() == kHeadWithAnimation.size());

/// The fewest bytes that an item of a list takes; exact for numbers.
template <class T>
struct Least {
    static constexpr std::size_t kBytes =
        std::is_arithmetic_v<T> || std::is_enum_v<T> ? sizeof(T) : 1;
};
template <class T, int rows, int columns>
struct Least<Eigen::Matrix<T, rows, columns>> {
    static constexpr std::size_t kBytes = sizeof(T) * rows * columns;
};
template <class T, std::size_t size>
struct Least<std::array<T, size>> {
    static constexpr std::size_t kBytes = Least<T>::kBytes * size;
};

/// Visits all members of what is packed; `Direction` is Out or In. Numbers are stored in native
/// byte order, lists after their length.
template <class Direction>
class Packing {
public:
    explicit Packing(Direction& direction) : direction_(direction) {}

    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void operator()(T& value) { direction_.bytes(&value, sizeof value); }
    void operator()(bool& value)
    {
        std::uint8_t byte = value ? 1 : 0;
        (*this)(byte);
        value = byte != 0;
    }

    template <class T, int rows, int columns>
    void operator()(Eigen::Matrix<T, rows, columns>& value)
    {
        direction_.bytes(value.data(), sizeof(T) * rows * columns);
    }
    void operator()(Quat& value) { (*this)(value.coeffs()); }
    template <class T, std::size_t size>
    void operator()(std::array<T, size>& value)
    {
        for (T& one : value) (*this)(one);
    }
    void operator()(std::string& value)
    {
        direction_.resize(value, 1);
        direction_.bytes(value.data(), value.size());
    }
    template <class T>
    void operator()(std::vector<T>& value)
    {
        direction_.resize(value, Least<T>::kBytes);
        if constexpr (Least<T>::kBytes == sizeof(T))
            direction_.bytes(value.data(), value.size() * sizeof(T));
        else
            for (T& one : value) (*this)(one);
    }
    template <class T>
    void operator()(std::optional<T>& value)
    {
        bool there = value.has_value();
        (*this)(there);
        if (!direction_.kWrites) value = there ? std::optional<T>(T{}) : std::nullopt;
        if (value) (*this)(*value);
    }

    void operator()(Transform& t) { all(t.translation, t.rotation, t.scale); }
    void operator()(Image& image) { (*this)(image.bytes); }
    void operator()(Texture& t)
    {
        shared(t.image, direction_.images);
        all(t.uv, t.wrap, t.nearest, t.offset, t.scale, t.rotation);
        if (std::max(t.wrap[0], t.wrap[1]) > Wrap::Mirror) direction_.fail();
    }
    void operator()(Material& m)
    {
        all(m.name, m.baseColor, m.metallic, m.roughness, m.emission, m.normalScale,
            m.occlusionStrength, m.baseTexture, m.metalTexture, m.normalTexture, m.occlusionTexture,
            m.emissionTexture, m.alpha, m.cutoff, m.twoSided, m.unlit);
        if (m.alpha > Alpha::Blend) direction_.fail();
    }
    void operator()(MeshPiece& p)
    {
        all(p.first, p.count);
        shared(p.material, direction_.materials);
    }
    void operator()(Influences& i) { all(i.joints, i.weights); }
    void operator()(Morph& m) { all(m.name, m.vertices, m.positions, m.normals); }
    void operator()(Mesh& m)
    {
        all(m.positions, m.normals, m.indices, m.joints, m.weights, m.moreInfluences, m.uv,
            m.colors, m.pieces, m.morphs);
    }
    void operator()(Skin& s) { all(s.joints, s.inverseBind); }
    void operator()(BonePart& b) { all(b.tip, b.tipGiven, b.eulerOrder); }
    void operator()(MeshPart& m)
    {
        shared(m.mesh, direction_.meshes);
        all(m.skin, m.color, m.source, m.morphs);
    }
    void operator()(LightPart& l)
    {
        all(l.kind, l.color, l.intensity, l.outerCone, l.source);
        if (l.kind < LightKind::Directional || l.kind > LightKind::Spot) direction_.fail();
    }
    void operator()(CameraPart& c)
    {
        all(c.verticalFov, c.halfHeight, c.nearPlane, c.farPlane, c.source);
    }
    void operator()(std::monostate&) {}
    void operator()(Part& part)
    {
        std::uint32_t kind = static_cast<std::uint32_t>(part.index());
        (*this)(kind);
        if (!direction_.kWrites) {
            static const std::array<Part, 5> kEmpty{Part{}, BonePart{}, MeshPart{}, LightPart{},
                                                    CameraPart{}};
            if (kind >= kEmpty.size()) return direction_.fail();
            part = kEmpty[kind];
        }
        std::visit(*this, part);
    }
    void operator()(Node& n) { all(n.name, n.parent, n.rest, n.part); }
    void operator()(Package& p) { all(p.nodes, p.skins, p.json, p.data, p.gltf, p.onto); }

private:
    template <class... T>
    void all(T&... values)
    {
        ((*this)(values), ...);
    }

    /// Stores the row in a table, followed by the value if it is new.
    template <class T>
    void shared(Shared<T>& value, std::vector<Shared<T>>& table)
    {
        auto row = static_cast<std::uint32_t>(
            std::find_if(table.begin(), table.end(),
                         [&](const Shared<T>& one) { return one.sameAs(value); }) -
            table.begin());
        (*this)(row);
        if (row < table.size()) {
            value = table[row];
            return;
        }
        if (row > table.size()) return direction_.fail();
        T own = direction_.kWrites ? *value : T{};
        (*this)(own);
        if (!direction_.kWrites) value = std::move(own);
        table.push_back(value);
    }

    Direction& direction_;
};

struct Tables {
    std::vector<Shared<Image>> images;
    std::vector<Shared<Material>> materials;
    std::vector<Shared<Mesh>> meshes;
};

struct Out : Tables {
    static constexpr bool kWrites = true;
    std::string to;

    void bytes(const void* from, std::size_t size)
    {
        to.append(static_cast<const char*>(from), size);
    }
    template <class List>
    void resize(List& list, std::size_t)
    {
        const std::uint64_t size = list.size();
        bytes(&size, sizeof size);
    }
    void fail() {}
};

struct In : Tables {
    static constexpr bool kWrites = false;
    std::string_view from;
    bool failed = false;

    void bytes(void* to, std::size_t size)
    {
        if (size > from.size()) return fail();
        if (size > 0) std::memcpy(to, from.data(), size);
        from.remove_prefix(size);
    }
    /// A corrupt size must not allocate more than the remaining bytes can fill.
    template <class List>
    void resize(List& list, std::size_t least)
    {
        std::uint64_t size = 0;
        bytes(&size, sizeof size);
        if (size > from.size() / least) return fail();
        list.resize(size);
    }
    void fail()
    {
        failed = true;
        from = {};
    }
};

}  // namespace

std::uint32_t placeOf(const Document& doc)
{
    Crc32 crc;
    crc.add({reinterpret_cast<const char*>(&doc.nextId), sizeof doc.nextId});
    crc.add(doc.carried->json);
    crc.add({reinterpret_cast<const char*>(doc.carried->data.data()), doc.carried->data.size()});
    return crc.value();
}

std::string textOf(const Package& package)
{
    Out out;
    const bool animated = package.animation >= 0;
    out.to = animated ? kHeadWithAnimation : kHead;
    Package written = package;
    Packing<Out>{out}(written);
    if (animated) Packing<Out>{out}(written.animation);
    return toBase64(out.to);
}

Result<Package> packageFrom(std::string_view text)
{
    const Error none{"it is no package of nodes", {}};
    const std::optional<std::string> bytes = fromBase64(text);
    const bool animated = bytes && bytes->starts_with(kHeadWithAnimation);
    if (!bytes || !(animated || bytes->starts_with(kHead))) return none;
    In in;
    in.from = std::string_view(*bytes).substr(kHead.size());
    Package out;
    Packing<In>{in}(out);
    if (animated) Packing<In>{in}(out.animation);
    if (in.failed || !in.from.empty()) return none;
    return out;
}

}  // namespace posewright
