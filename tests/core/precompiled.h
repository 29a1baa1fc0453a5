#pragma once

#include "core/precompiled.h"

#include <QtTest>
