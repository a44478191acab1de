/** A list that ends with dots, or has a doubt in brackets, is refused: "Ohio, Texas, …" and "Michigan (or Alabama?)" leave open what belongs to the area. */
import { breach, type PlanRule } from './breach.ts'

export const notLeftOpen: PlanRule = ({ territorial }) => [
  ...[...territorial.matchAll(LEFT_OPEN)].map(([words]) => breach(words.trim(), OPEN)),
  ...[...territorial.matchAll(DOUBTED)].map(([words]) => breach(words, DOUBTFUL)),
]

/** Dots at the end of a line, with the word before them. */
const LEFT_OPEN = /[^\s,]+[,\s]{0,3}(?:\.{2,}|…)\s*$/gmu

const DOUBTED = /\([^()]*\?\s*\)/gu

const DOUBTFUL = 'The question mark leaves open whether this belongs to the area. Name only what does.'
const OPEN = 'The dots leave open what else belongs to the area. Name all of it.'
