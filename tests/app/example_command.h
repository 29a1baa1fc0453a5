#pragma once

#include "app/cli/command.h"

namespace posewright::test {

/// A subcommand as anybody might add one: a source, and a row in the table of app/cli/commands.cpp.
/// Says how many bones a file has.
cli::Command exampleCommand();

}  // namespace posewright::test
