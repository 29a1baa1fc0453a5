inline void h() {}
