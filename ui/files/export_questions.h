#pragma once

class QWidget;

namespace posewright::ui {

struct ExportChoices;
class Session;

/// Asks before an export replaces files; refuses one that would replace the project itself.
bool mayExport(QWidget& dialog, const Session& session, const ExportChoices& choices);

}  // namespace posewright::ui
