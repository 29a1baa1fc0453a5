#pragma once

/// What edits share, internal to CORE/EDIT
