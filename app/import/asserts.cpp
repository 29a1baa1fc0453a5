#include <iostream>

/// Replaces the library's handler, which ends the process. Its asserts concern properties that we
/// do not need (such as user data of an unknown type), and builds without asserts continue as well.
/// If something then goes wrong, only this child process ends.
namespace Assimp {

void aiAssertViolation(const char* expression, const char* file, int line);

void aiAssertViolation(const char* /*expression*/, const char* /*file*/, int /*line*/)
{
    static bool told = false;
    if (told) return;
    told = true;
    std::cerr << "warning: something in it is not as the library that reads such files (assimp) "
                 "expects, and was left out\n";
}

}  // namespace Assimp
