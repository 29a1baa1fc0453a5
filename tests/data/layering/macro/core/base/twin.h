#include OTHER
