# Checks what a test program tells ctest: 0, 77 where something was skipped, 1 where something failed,
# and what scripts/skipped makes of a log.
# cmake -DPROGRAM=tests_skipping -DROOT=CHECKOUT -P skipping.cmake
function(expect status)
  execute_process(COMMAND ${PROGRAM} tst_skipping ${ARGN}
    RESULT_VARIABLE got OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT got EQUAL status)
    message(SEND_ERROR "tst_skipping ${ARGN}: ${got}, not ${status}")
  endif()
  set(said "${said}" PARENT_SCOPE)
endfunction()

expect(0 passes)
expect(77 skips)
expect(77 passes skips)
expect(77 skipsOneRow)
expect(1 fails)
expect(1 skips fails)
expect(1 passes skips fails)

expect(77 passes skips skipsOneRow)
set(log ${CMAKE_CURRENT_BINARY_DIR}/skipping.log)
file(WRITE ${log} "1/2 Testing: a/tst_one\n${said}\n2/2 Testing: a/tst_two\nPASS   : TestTwo::runs()\n")
execute_process(COMMAND ${ROOT}/scripts/skipped ${log} OUTPUT_VARIABLE told RESULT_VARIABLE got)
if(NOT got EQUAL 0 OR NOT told MATCHES "1 of 2 tests skipped something:\n *a/tst_one: 2 times: a reason \\(with a bracket\\)\n")
  message(SEND_ERROR "scripts/skipped says: ${told}")
endif()
file(WRITE ${log} "1/1 Testing: a/tst_two\nPASS   : TestTwo::runs()\n")
execute_process(COMMAND ${ROOT}/scripts/skipped ${log} OUTPUT_VARIABLE told)
if(NOT told STREQUAL "1 test, nothing skipped\n")
  message(SEND_ERROR "scripts/skipped says: ${told}")
endif()
