#pragma once

/// What edits share. Internal
/// to core/edit.
