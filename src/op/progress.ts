/** What a long call tells of itself while it runs: steps in words, bounded, so that no input can make them grow. */

/** One step as its reader sees it: "Uniting 5 boundaries". */
export type OnProgress = (step: string) => void

const MAX_LETTERS = 160
/** More steps than a person follows; what comes after is not told. */
const MAX_STEPS = 100

/** Cleans and cuts each step, passes over one that says the same as the last, and falls silent when there were too many. */
export const boundedSteps = (report: OnProgress): OnProgress => {
  let last = ''
  let count = 0
  return (step) => {
    const text = cleaned(step)
    if (text === '' || text === last || count >= MAX_STEPS) return
    last = text
    count++
    report(text)
  }
}

/** Steps may quote what the caller wrote: one line, nothing that a terminal obeys. */
const cleaned = (step: string): string => {
  const letters = [...step.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()]
  return letters.length <= MAX_LETTERS ? letters.join('') : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`
}
