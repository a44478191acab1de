/** Marks that may let a line in or leave it out are refused: crosses, empty boxes, and "+" beside "-". Ticks are read as bullets. */
import { breach, type PlanRule } from './breach.ts'

export const marksRead: PlanRule = ({ request: { text } }) => {
  const lines = text.split(/\r?\n/u)
  const isSigned = lines.some((line) => PLUS.test(line)) && lines.some((line) => MINUS.test(line))
  return lines
    .filter((line) => CROSS_OR_EMPTY.test(line) || (isSigned && MINUS.test(line)))
    .map((line) => breach(line.trim(), UNCLEAR))
}

/** Crosses and struck boxes tick in some forms and strike out in others; an empty box may still be open. */
const CROSS_OR_EMPTY = /[✗✘✕✖❌❎⛔🚫☒☐□◻⬜]|\[[ _]?\]|(?:^|\s)\(\s\)/u
const PLUS = /^\s*\+\s/u
const MINUS = /^\s*[-−–]\s/u

const UNCLEAR =
  'The mark may mean that this line is in or out. List only what belongs to the area, and write "except" before what does not.'
