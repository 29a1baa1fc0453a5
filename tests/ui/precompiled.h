#pragma once

#include "ui/precompiled.h"

#include <QtTest>
