#pragma once
// clang-format off
struct A {
    int known;
    int inOneLine(int a,
                  int b) const {
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        ++a;
        return a;
    }
    int next() const { return 1; }
};
