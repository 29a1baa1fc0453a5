#pragma once

// What most sources of ui and of its tests include, compiled once. No source may rely on it: preset
// "files" compiles without it.
#include <Eigen/Geometry>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <QtWidgets>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>
