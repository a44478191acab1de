/** What a run of the tests may not do without: CI names it, so that there nothing is skipped for want of it. */
export const isRequired = (what: string): boolean =>
  process.env.METES_TEST_REQUIRE?.split(',').includes(what) ?? false
