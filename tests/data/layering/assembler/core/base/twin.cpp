// clang-format off
__asm__(".inc" "bin \"core/io/format.h\"");
