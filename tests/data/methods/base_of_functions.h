#pragma once

#include <functional>

/// One method more than a class may have.
class Derived : public std::function<void(int)> {
public:
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
    int f25() const;
    int f26() const;
};
