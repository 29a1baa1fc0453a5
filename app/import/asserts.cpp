#include <iostream>

/// In place of the library's own, which ends the process: its asserts are about properties of a
/// file that it has no use for (user data of an unknown type, for one), and builds of it without
/// them go on, too. What then goes wrong ends in this program, which is there for that.
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
