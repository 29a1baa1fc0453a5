#pragma once

#include "core/base/result.h"
#include "core/io/gltf/text/json.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::io::gltf {

inline constexpr const char* kExtension = "POSEWRIGHT_animation";

/// A bufferView: bytes of a buffer, checked to lie inside it.
struct View {
    std::string_view bytes;
    std::size_t offset = 0;  ///< in its buffer
    std::size_t stride = 0;  ///< 0: tightly packed
};

/// An accessor, checked against its view.
struct Accessor {
    int view = -1;  ///< -1: zeros
    std::size_t offset = 0;
    int componentType = 0;
    int components = 1;
    std::size_t elementSize = 0;
    std::size_t count = 0;
    bool normalized = false;
    bool isMatrix = false;
    const Json* json = nullptr;
    const Json* least = nullptr;   ///< "min"; null: not given
    const Json* most = nullptr;    ///< "max"; null: not given
    const Json* sparse = nullptr;  ///< null: not sparse
    /// Why its elements cannot be read, thrown once they are; many files have accessors that
    /// nothing uses.
    std::optional<Trouble> trouble{};

    /// Several elements and not a byte: a placeholder, unless zeros are meant.
    bool hasNoBytes() const noexcept { return view < 0 && !sparse && count > 1; }
};

/// A glTF 2.0 file in memory: its JSON, and all buffers, views and accessors, whose indices and
/// sizes are checked once on loading.
class GltfFile {
public:
    /// @param path for messages, and for the folder of resources; "" allows none. Detects GLB or
    /// JSON by content. Never throws.
    static Result<std::unique_ptr<GltfFile>> load(std::string bytes,
                                                  const std::filesystem::path& path);
    static Result<std::unique_ptr<GltfFile>> load(std::vector<std::uint8_t> bytes,
                                                  const std::filesystem::path& path);
    /// A GLB whose chunks are given apart, the binary one in two parts. No view reaches from one
    /// into the other. @pre the parts live as long as the file
    static Result<std::unique_ptr<GltfFile>> ofChunks(std::string_view json, std::string_view bin,
                                                      std::string_view tail = {});
    ~GltfFile();
    GltfFile(const GltfFile&) = delete;
    GltfFile& operator=(const GltfFile&) = delete;

    const Json& json() const noexcept { return json_; }
    std::size_t jsonSize() const noexcept { return jsonSize_; }  ///< of its text [bytes]
    const std::vector<View>& views() const& noexcept { return views_; }
    const std::vector<Accessor>& accessors() const& noexcept { return accessors_; }
    const std::vector<std::string_view>& buffers() const& noexcept { return buffers_; }
    Diagnostics& diagnostics() noexcept { return diagnostics_; }

    /// False: no object has a member `extensions`. True: some may.
    bool mayExtend() const noexcept { return mayExtend_; }

    /// The bytes of an element, for repair in place. @pre its accessor has a view
    char* writable(const Accessor& accessor, std::size_t row);
    /// Corrects the min and max of an accessor, if given, to those of its data. @pre it has a view
    /// and is not sparse
    void mendBounds(const Accessor& accessor);

    /// The bytes for a URI in the file: a data URI, or a file in or below this one's folder. Throws
    /// Trouble.
    std::string resource(const Json& uri) const;

    /// For changes that leave buffers, views and accessors as they are.
    Json& changedJson() noexcept { return json_; }

    /// Moves the JSON out, once all else was read: invalidates pointers into it.
    Json takeJson() { return std::move(json_); }

    /// Moves the bytes of the only buffer out, once all else was read: invalidates buffers, views
    /// and accessors. Empty if that would keep much memory that is not theirs, or there are
    /// several.
    std::vector<std::uint8_t> takeOnlyBuffer();

    /// All components of an accessor, one element after another, normalised integers as fractions.
    /// Throws Trouble: a number is not finite, or sparse indices are out of order or range.
    std::vector<float> floats(int accessor) const;
    /// The same without copying if the file's bytes are floats already; else in `room`.
    std::span<const float> floats(int accessor, std::vector<float>& room) const;
    /// As above for whole numbers.
    std::vector<std::uint32_t> integers(int accessor) const;

    /// An accessor whose elements can be read. Throws its trouble otherwise.
    const Accessor& readable(int accessor) const;

    /// Whether the view of an accessor has bytes for this many elements.
    bool hasRoom(const Accessor& accessor, std::size_t elements) const;

    /// An Error at `file#/pointer`.
    Error errorOf(const Trouble& trouble) const;

private:
    GltfFile() = default;
    static Result<std::unique_ptr<GltfFile>> loaded(std::unique_ptr<GltfFile> file,
                                                    std::string_view bytes);
    template <class Read>
    static Result<std::unique_ptr<GltfFile>> checked(std::unique_ptr<GltfFile> file, Read&& read);
    void readContainer(std::string_view bytes);
    void readText(std::string_view bytes);
    void readJson(std::string_view text, const std::string& name);
    void tellMark(std::string_view text, std::size_t where);
    void readStructure();
    void readRequired();
    void tellUnnamedBytes();
    std::string_view bytesOfUri(const Json& uri);
    void readBuffer(const Json& buffer, std::size_t row);
    std::optional<std::uint64_t> zerosBehind(const Trouble& trouble,
                                             std::string_view pointer) const;
    std::string_view hollowBuffer(std::uint64_t length, std::size_t row, Trouble why);
    void unpackBuffers();
    void readView(const Json& view);
    void readAccessor(const Json& accessor);
    void checkRoom(const Json& json, const Accessor& accessor, std::size_t size,
                   std::size_t last) const;
    void checkSparse(const Json& sparse, const Accessor& accessor) const;
    /// Calls `visit(row, bytes)` with each element that is given apart. Throws Trouble.
    template <class Visit>
    void eachSparse(const Accessor& accessor, Visit&& visit) const;
    std::optional<Trouble> troubleOf(const Json& view) const;
    const char* element(const Accessor& accessor, std::size_t row) const;

    std::filesystem::path path_;
    Json json_;
    std::size_t jsonSize_ = 0;
    std::string whole_;                ///< the file, from a text
    std::vector<std::uint8_t> bytes_;  ///< the file, from a list of bytes
    std::string_view bin_;             ///< its binary chunk, up to
    std::string_view tail_;            ///< the last bytes of it, if these are elsewhere
    bool isGlb_ = false;
    bool hasBin_ = false;
    bool mayExtend_ = true;
    std::vector<std::string> owned_;                 ///< buffers from URIs, each once
    std::map<std::string, std::string_view> ofUri_;  ///< of `owned_`
    std::vector<std::string_view> buffers_;          ///< cut to their byteLength
    std::map<std::uint64_t, Trouble> hollow_;        ///< buffers without bytes, and why
    std::set<std::uint64_t> zeroed_;                 ///< buffers for which zeros were taken
    std::vector<View> views_;
    std::vector<bool> unpacked_;  ///< views whose bytes were packed; empty if none were
    std::vector<Accessor> accessors_;
    std::size_t zeros_ = 0;  ///< total number of components without bytes
    Diagnostics diagnostics_;
};

/// A GLB file of a JSON and a binary chunk.
std::string glbBytes(std::string json, std::string_view bin);

/// What comes before the bytes of the binary chunk in such a file.
std::string glbHead(std::string json, std::size_t binSize);

}  // namespace posewright::io::gltf
