#pragma once

#include <QObject>

/// One method more than a class may have, some of them slots; signals, constructors, the
/// destructor, assignment and what is private do not count.
class ManySlots : public QObject {
    Q_OBJECT
    Q_PROPERTY(int value READ f1 NOTIFY changed)

public:
    explicit ManySlots(QObject* parent = nullptr) : QObject(parent), value_{1}, other_(2) {}
    ~ManySlots() override;
    ManySlots& operator=(const ManySlots&) = delete;
    bool operator==(const ManySlots&) const;
    int f1() const;
    int f2() const;
    int f3() const;
    int f4() const;
    int f5() const;
    int f6() const;
    int f7() const;
    int f8() const;
    int f9() const;
    int f10() const;
    int f11() const;
    int f12() const;
    int f13() const;
    int f14() const;
    int f15() const;
    int f16() const;
    int f17() const;
    int f18() const;
    int f19() const;
    int f20() const;

public slots:
    void s1();
    void s2();
    void s3();
    void s4();
    void s5(int a = {}, int b = int());

signals:
    void changed();
    void moved(int by);

private:
    Q_SLOT void hidden();
    int value_ = 0;
    int other_ = 0;
};

/// As many as it may have.
class JustEnoughSlots : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    std::function<void(int)> told;
    int f1() const;
    int f2() const;
    int f3() const;
    int f4() const;
    int f5() const;
    int f6() const;
    int f7() const;
    int f8() const;
    int f9() const;
    int f10() const;
    int f11() const;
    int f12() const;
    int f13() const;
    int f14() const;
    int f15() const;
    int f16() const;
    int f17() const;
    int f18() const;
    int f19() const;
    int f20() const;
    int f21() const;
    int f22() const;
    int f23() const;
    int f24() const;

public Q_SLOTS:
    void s1();

Q_SIGNALS:
    void changed();
};
