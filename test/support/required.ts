/** Services that a run of the tests must have: CI names them, so that nothing is skipped there. */
export const isRequired = (what: string): boolean =>
  process.env.METES_TEST_REQUIRE?.split(',').includes(what) ?? false
