/** Returns a count with its noun: `1 boundary`, `2,000 boundaries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** Writes a whole number as `10,000`; the first call of `toLocaleString` would take 30 ms. */
export const grouped = (count: number): string => String(count).replace(/(?<=\d)(?=(\d{3})+$)/g, ',')
