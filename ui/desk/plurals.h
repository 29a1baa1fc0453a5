#pragma once

#include <QTranslator>

namespace posewright::ui {

/// The program's own language: its sentences are the texts in the sources, but for "frame(s)",
/// which a number makes "frame" or "frames".
class Plurals : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* text, const char* disambiguation,
                      int n) const override;
    bool isEmpty() const override { return false; }
};

}  // namespace posewright::ui
