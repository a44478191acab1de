/**
 * Sorts a run of a list by insertion. Nearly all runs have two to four items, for which a call of the general sort costs more; it sorts
 * the few long ones.
 */
export const sortRun = (
  list: Int32Array,
  start: number,
  end: number,
  compare: (a: number, b: number) => number,
): void => {
  if (end - start > LONG_RUN) {
    list.subarray(start, end).sort(compare)
    return
  }
  for (let i = start + 1; i < end; i++) {
    const item = list[i]
    let at = i
    for (; at > start && compare(list[at - 1], item) > 0; at--) list[at] = list[at - 1]
    list[at] = item
  }
}

const LONG_RUN = 16
