/** Returns a count with its noun: `1 boundary`, `2,000 boundaries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** The first call of `toLocaleString` takes 30 ms, and few numbers need it. */
const grouped = (count: number): string => (Math.abs(count) < 1_000 ? `${count}` : count.toLocaleString('en'))
