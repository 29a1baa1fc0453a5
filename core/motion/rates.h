#pragma once

namespace posewright {

/// Common frame rates [frames/s]. Files give frame times with few digits, so the intended rate is
/// looked up here. Television rates are slower than whole ones by a factor of 1000/1001.
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
