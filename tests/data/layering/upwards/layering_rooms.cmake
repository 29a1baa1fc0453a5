room(core/base  core/math)
room(core/math  core/base)
