#pragma once

/// What edits share. Not for use
/// outside core/edit.
