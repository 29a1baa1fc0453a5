#pragma once

/// Internal to this folder: what edits share.
