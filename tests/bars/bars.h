#pragma once

#include <QObject>

#include <memory>

/// The promises of speed, by what they are about.
namespace posewright::bars {

std::unique_ptr<QObject> solverBars();
std::unique_ptr<QObject> runBars();
std::unique_ptr<QObject> evaluationBars();
std::unique_ptr<QObject> contactBars();
std::unique_ptr<QObject> fileBars();
std::unique_ptr<QObject> openingBars();
std::unique_ptr<QObject> programBars();
std::unique_ptr<QObject> readerBars();
std::unique_ptr<QObject> retargetBars();
std::unique_ptr<QObject> surfaceBars();
std::unique_ptr<QObject> timelineBars();
std::unique_ptr<QObject> windowBars();

}  // namespace posewright::bars
