#pragma once

namespace posewright {

/// Frame rates in use. [frames/s] Files say when frames are, to a few digits; the rate that is
/// meant is looked for among these. Those of television are a thousandth slower than whole ones.
inline constexpr double kUsualRates[] = {24,
                                         25,
                                         30,
                                         48,
                                         50,
                                         60,
                                         72,
                                         90,
                                         100,
                                         120,
                                         144,
                                         150,
                                         180,
                                         200,
                                         240,
                                         250,
                                         300,
                                         360,
                                         480,
                                         500,
                                         600,
                                         1000,
                                         24000.0 / 1001,
                                         30000.0 / 1001,
                                         60000.0 / 1001,
                                         120000.0 / 1001,
                                         240000.0 / 1001};

}  // namespace posewright
