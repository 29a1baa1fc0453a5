#include <assimp/scene.h>
