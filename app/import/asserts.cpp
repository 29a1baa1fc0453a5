#include <iostream>
#include <string_view>

/// Replaces the library's handler, which ends the process. Its asserts concern properties that we
/// do not need (such as user data of an unknown type), and builds without asserts continue as well.
/// If something then goes wrong, only this child process ends.
namespace Assimp {

void aiAssertViolation(const char* expression, const char* file, int line);

void aiAssertViolation(const char* expression, const char* file, int line)
{
    static bool told = false;
    if (told) return;
    told = true;
    const std::string_view path(file), name = path.substr(path.rfind('/') + 1);
    // There, nothing but the user data of a node comes to a check that always fails.
    const bool unknown = name == "FBXConverter.cpp" && std::string_view(expression) == "false";
    // And there, nothing but a kind of transform.
    const bool transform = name == "ColladaParser.cpp" && std::string_view(expression) == "false";
    std::cerr << "warning: ";
    if (transform)
        std::cerr << "transforms of nodes that assimp does not read, such as skew, are left out\n";
    else if (unknown)
        std::cerr
            << "custom properties of nodes of a type that assimp does not know are left out\n";
    else
        std::cerr
            << "something in it is not as the library that reads such files (assimp) expects, "
               "and was left out ("
            << name << ", line " << line << ": " << expression << ")\n";
}

}  // namespace Assimp
