/** Progress of long calls: steps in words, limited in number and length. */

/** Receives a step in words: "Merging 5 boundaries". */
export type OnProgress = (step: string) => void

const MAX_LETTERS = 160
/** Further steps are not reported. */
const MAX_STEPS = 100

/** Cleans and shortens each step, skips repetitions, and stops after `MAX_STEPS`. */
export const boundedSteps = (report: OnProgress): OnProgress => {
  let last = ''
  let count = 0
  return (step) => {
    const text = cleanStep(step)
    if (text === '' || text === last || count >= MAX_STEPS) return
    last = text
    count++
    report(text)
  }
}

/** Steps may quote the caller's text, so control characters and line breaks are removed. */
const cleanStep = (step: string): string => {
  const letters = [...step.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()]
  return letters.length <= MAX_LETTERS ? letters.join('') : `${letters.slice(0, MAX_LETTERS - 1).join('')}…`
}
