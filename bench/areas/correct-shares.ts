interface Counted {
  readonly tags: readonly string[]
  readonly fault: string | null
}

/** Prints the share of correct results, by tag and in total. */
export const printShares = (results: readonly Counted[]): void => {
  const tags = [...new Set(results.flatMap((each) => each.tags))].sort()
  for (const tag of tags)
    console.log(`${tag.padEnd(16)} ${share(results.filter((each) => each.tags.includes(tag)))}`)
  console.log(`${'all'.padEnd(16)} ${share(results)}`)
}

const share = (of: readonly Counted[]): string => {
  const right = of.filter(({ fault }) => fault === null).length
  return `${String(right).padStart(4)} of ${String(of.length).padStart(4)}  ${((100 * right) / of.length).toFixed(0).padStart(3)} %`
}
