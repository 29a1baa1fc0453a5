#include "core/io/gltf/import/mend_form.h"

#include <string>
#include <utility>
#include <vector>

namespace posewright::io::gltf {

namespace {

class FormMender {
public:
    explicit FormMender(GltfFile& file) : file_(file), root_(file.changedJson()) {}

    void run()
    {
        for (const char* list : {"textures", "samplers"}) needArray(root_, list);
        // Depth first without recursion, since the JSON is untrusted.
        std::vector<Json*> open{&root_};
        while (!open.empty()) {
            Json& value = *open.back();
            open.pop_back();
            if (value.is_object()) mendExtensions(value, open);
            for (const auto& [name, inner] : value.items())
                if (inner.is_structured() && name != "extras" && name != "extensions")
                    open.push_back(&inner);
        }
        if (count_ > kMost)
            file_.diagnostics().push_back({Diagnostic::Severity::Warning,
                                           std::to_string(count_ - kMost) +
                                               " more places have another form than glTF gives "
                                               "them, and are left out",
                                           {}});
    }

private:
    void mendExtensions(Json& object, std::vector<Json*>& open)
    {
        const auto extensions = object.find("extensions");
        if (extensions == object.end()) return;
        if (!extensions->is_object()) return remove(object, "extensions", "no object");
        std::vector<std::string> wrong;
        for (auto& [name, value] : extensions->items()) {
            if (!value.is_object())
                wrong.push_back(name);
            else if (name.starts_with("KHR_") || name.starts_with("EXT_"))
                open.push_back(&value);
        }
        for (const std::string& name : wrong) remove(*extensions, name, "no object");
        const auto lights = extensions->find("KHR_lights_punctual");
        if (&object != &root_ || lights == extensions->end()) return;
        needArray(*lights, "lights");
        if (lights->empty()) {
            std::erase(open, &*lights);
            remove(*extensions, "KHR_lights_punctual", "no list of lights");
        }
    }

    void needArray(Json& object, const char* list)
    {
        if (const auto value = object.find(list); value != object.end() && !value->is_array())
            remove(object, list, "no array");
    }

    void remove(Json& object, const std::string& name, const char* what)
    {
        // Each place is looked for in the whole file.
        if (++count_ <= kMost)
            file_.diagnostics().push_back({Diagnostic::Severity::Warning,
                                           std::string("this is ") + what + ", and is left out",
                                           pointerTo(root_, object[name])});
        object.erase(name);
    }

    static constexpr int kMost = 50;

    GltfFile& file_;
    Json& root_;
    int count_ = 0;
};

}  // namespace

void mendForm(GltfFile& file)
{
    if (file.json().is_object()) FormMender(file).run();
}

}  // namespace posewright::io::gltf
