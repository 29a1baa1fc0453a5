#pragma once

#include <QComboBox>
#include <QDialog>

/// Fields of a dialog, as somebody finds and sets them.
namespace posewright::test {

template <class T>
T* field(QDialog& dialog, const char* name)
{
    auto* found = dialog.findChild<T*>(name);
    if (!found) qFatal("no field %s", name);
    return found;
}

inline void choose(QDialog& dialog, const char* list, int row)
{
    auto* box = field<QComboBox>(dialog, list);
    box->setCurrentIndex(row);
    emit box->activated(row);
}

}  // namespace posewright::test
