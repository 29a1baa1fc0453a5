#include "core/io/gltf/import/mend_weights.h"

#include "core/io/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

namespace posewright::io::gltf {

namespace {

/// How far the sum of float32 weights may be from 1, per weight that is not 0 (glTF 2.0, 3.7.3.3).
constexpr double kSlack = 2e-7;

template <class T>
T numberAt(const char* at)
{
    T value{};
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
void put(char* at, T value)
{
    std::memcpy(at, &value, sizeof value);
}

/// The weights of one vertex and their joints, in sets of four.
class VertexWeights {
public:
    VertexWeights(int type, int jointType) : type_(type), jointType_(jointType) {}

    void clear()
    {
        weights_.clear();
        joints_.clear();
    }
    void add(char* weights, char* joints)
    {
        for (std::size_t i = 0; i < 4; ++i) {
            weights_.push_back(weights + i * sizeOf(type_));
            joints_.push_back(joints + i * sizeOf(jointType_));
        }
    }

    struct Outcome {
        bool weights = false;
        bool joints = false;
    };

    Outcome mend()
    {
        std::vector<double>& weights = values_;
        weights.clear();
        for (const char* at : weights_) weights.push_back(get(at));
        const double sum = total(weights);
        if (!std::isfinite(sum) || *std::min_element(weights.begin(), weights.end()) < 0) return {};
        const auto used =
            std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; });
        const double whole = type_ == 5126 ? 1 : type_ == 5121 ? 255 : 65535;
        const double slack = type_ == 5126 ? kSlack * double(used) : 0;
        Outcome out;
        if (std::abs(sum - whole) > slack) {
            out.weights = true;
            if (used == 0)
                weights[0] = whole;
            else
                normalise(weights, sum, whole);
            for (std::size_t i = 0; i < weights.size(); ++i) set(weights_[i], weights[i]);
        }
        for (std::size_t i = 0; i < weights.size(); ++i)
            if (weights[i] == 0 && joint(i) != 0) {
                if (jointType_ == 5121)
                    put<std::uint8_t>(joints_[i], 0);
                else
                    put<std::uint16_t>(joints_[i], 0);
                out.joints = true;
            }
        if (used == 0) clearFirstJoint();
        return out;
    }

private:
    static std::size_t sizeOf(int type) { return type == 5126 ? 4 : type == 5123 ? 2 : 1; }

    double get(const char* at) const
    {
        return type_ == 5126   ? double(numberAt<float>(at))
               : type_ == 5123 ? numberAt<std::uint16_t>(at)
                               : numberAt<std::uint8_t>(at);
    }
    void set(char* at, double value) const
    {
        if (type_ == 5126)
            put(at, static_cast<float>(value));
        else if (type_ == 5123)
            put(at, static_cast<std::uint16_t>(value));
        else
            put(at, static_cast<std::uint8_t>(value));
    }
    int joint(std::size_t i) const
    {
        return jointType_ == 5121 ? numberAt<std::uint8_t>(joints_[i])
                                  : numberAt<std::uint16_t>(joints_[i]);
    }
    void clearFirstJoint()
    {
        if (jointType_ == 5121)
            put<std::uint8_t>(joints_[0], 0);
        else
            put<std::uint16_t>(joints_[0], 0);
    }
    static double total(const std::vector<double>& weights)
    {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        return sum;
    }

    /// Rounded to the stored type; the largest weight absorbs the error.
    void normalise(std::vector<double>& weights, double sum, double whole) const
    {
        for (double& weight : weights) {
            weight *= whole / sum;
            weight = type_ == 5126 ? double(static_cast<float>(weight)) : std::round(weight);
        }
        double& greatest = *std::max_element(weights.begin(), weights.end());
        greatest += whole - total(weights);
        if (type_ == 5126) greatest = double(static_cast<float>(greatest));
    }

    int type_;
    int jointType_;
    std::vector<char*> weights_;
    std::vector<char*> joints_;
    std::vector<double> values_;  ///< the weights as numbers
};

/// Are the four weights of a vertex right, and their joints too? Most are, and mend() takes ten
/// times as long to find that out.
template <class Joint>
bool isRight(const char* weights, const char* joints)
{
    double sum = 0;
    int used = 0;
    bool right = true;
    for (std::size_t i = 0; i < 4; ++i) {
        const float weight = numberAt<float>(weights + i * sizeof(float));
        sum += double(weight);
        used += weight > 0;
        right &= weight >= 0 && (weight > 0 || numberAt<Joint>(joints + i * sizeof(Joint)) == 0);
    }
    return right && std::abs(sum - 1) <= kSlack * used;
}

struct Sets {
    std::vector<const Accessor*> weights;
    std::vector<const Accessor*> joints;
};

/// Pairs of weights and joints that are stored directly in the file; empty if any is not.
Sets setsOf(const GltfFile& file, const Json& attributes)
{
    Sets out;
    const auto accessor = [&](const std::string& name) -> const Accessor* {
        const auto row = attributes.find(name);
        if (row == attributes.end() || !row->is_number_unsigned()) return nullptr;
        const auto which = row->get<std::uint64_t>();
        if (which >= file.accessors().size()) return nullptr;
        const Accessor& found = file.readable(static_cast<int>(which));
        const bool isPlain = found.view >= 0 && !found.json->contains("sparse");
        return isPlain && found.components == 4 && !found.isMatrix ? &found : nullptr;
    };
    for (int set = 0;; ++set) {
        const std::string number = std::to_string(set);
        if (!attributes.contains("WEIGHTS_" + number)) return out;
        const Accessor* weights = accessor("WEIGHTS_" + number);
        const Accessor* joints = accessor("JOINTS_" + number);
        const auto isOneOf = [](const Accessor& a, std::initializer_list<int> types) {
            return std::find(types.begin(), types.end(), a.componentType) != types.end();
        };
        if (!weights || !joints || weights->count != joints->count ||
            !isOneOf(*weights, {5121, 5123, 5126}) || !isOneOf(*joints, {5121, 5123}) ||
            (!out.weights.empty() && (weights->count != out.weights[0]->count ||
                                      weights->componentType != out.weights[0]->componentType ||
                                      joints->componentType != out.joints[0]->componentType)))
            return {};
        out.weights.push_back(weights);
        out.joints.push_back(joints);
    }
}

/// How many vertices of a part were mended.
struct Mended {
    std::size_t weights = 0;
    std::size_t joints = 0;
};

Mended mendPart(GltfFile& file, const Sets& sets)
{
    Mended mended;
    VertexWeights all(sets.weights[0]->componentType, sets.joints[0]->componentType);
    const bool checked = sets.weights.size() == 1 && sets.weights[0]->componentType == 5126;
    const auto right =
        sets.joints[0]->componentType == 5121 ? isRight<std::uint8_t> : isRight<std::uint16_t>;
    for (std::size_t vertex = 0; vertex < sets.weights[0]->count; ++vertex) {
        if (checked &&
            right(file.writable(*sets.weights[0], vertex), file.writable(*sets.joints[0], vertex)))
            continue;
        all.clear();
        for (std::size_t set = 0; set < sets.weights.size(); ++set)
            all.add(file.writable(*sets.weights[set], vertex),
                    file.writable(*sets.joints[set], vertex));
        const VertexWeights::Outcome outcome = all.mend();
        mended.weights += outcome.weights;
        mended.joints += outcome.joints;
    }
    if (mended.weights + mended.joints == 0) return mended;
    for (const auto* accessors : {&sets.weights, &sets.joints})
        for (const Accessor* accessor : *accessors) file.mendBounds(*accessor);
    return mended;
}

/// "210 vertices of "Body"", or of its number in the file if it has no name.
std::string verticesOf(const GltfFile& file, const Json& mesh, std::size_t count)
{
    const Json* named = find(mesh, "name");
    std::string name;
    if (named && named->is_string()) name = cleanName(named->get_ref<const std::string&>());
    const auto row = &mesh - &arrayOf(file.json(), "meshes")[0];
    return std::to_string(count) + (count == 1 ? " vertex of " : " vertices of ") +
           (name.empty() ? "mesh " + std::to_string(row + 1) : inQuotes(name));
}

}  // namespace

void mendWeights(GltfFile& file)
{
    const auto tell = [&](const Json& at, std::string message) {
        file.diagnostics().push_back(
            {Diagnostic::Severity::Warning, std::move(message), pointerTo(file.json(), at)});
    };
    for (const Json& mesh : arrayOf(file.json(), "meshes"))
        for (const Json& primitive : arrayOf(mesh, "primitives")) {
            const Json* attributes = find(primitive, "attributes");
            if (!attributes || !attributes->is_object()) continue;
            const Sets sets = setsOf(file, *attributes);
            if (sets.weights.empty()) continue;
            const Mended mended = mendPart(file, sets);
            if (mended.weights > 0)
                tell((*attributes)["WEIGHTS_0"],
                     verticesOf(file, mesh, mended.weights) +
                         " had weights that do not add up to 1; they were normalised");
            if (mended.joints > 0)
                tell((*attributes)["JOINTS_0"],
                     verticesOf(file, mesh, mended.joints) +
                         " named joints of weight 0; they name the first instead");
        }
}

}  // namespace posewright::io::gltf
