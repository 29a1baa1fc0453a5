#pragma once
// clang-format off
inline const Row kRows[] = {
    {"short", [](int a) { return a; }},
    {"long",
     [](int a,
        int b) {
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         if (a < b) {
             ++a;
         }
         return a;
     }},
};
