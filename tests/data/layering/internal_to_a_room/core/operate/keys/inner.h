#pragma once

/// What rows of keys share. Internal to this folder.
