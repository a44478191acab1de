/** Sizes in sentences, rounded to a tenth: "1.5 GB". */

export const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${tenths(bytes / 1e9)} GB` : `${tenths(bytes / 1e6)} MB`

const tenths = (number: number): number => Number(number.toFixed(1))
