#pragma once

/// One method more than a class may have; the private ones do not count.
class ManyFunctions {
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

private:
    int f27() const;
    int f28() const;
    int f29() const;
    int f30() const;
    int value_ = 0;
};

/// As many as it may have, one of them a template and one with a body.
struct JustEnough {
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
    template <class T>
    T f24(T t) const;
    int f25() const { return f1(); }
    int value = int(0);
};
