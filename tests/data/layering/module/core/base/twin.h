// clang-format off
import <vector>;
