#pragma once

#include <QTranslator>

namespace posewright::ui {

/// The English translation: the texts in the sources, with "frame(s)" resolved to "frame" or
/// "frames" by number.
class Plurals : public QTranslator {
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* text, const char* disambiguation,
                      int n) const override;
    bool isEmpty() const override { return false; }
};

}  // namespace posewright::ui
