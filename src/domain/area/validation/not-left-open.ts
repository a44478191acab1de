/** A list that ends with dots is refused: "Ohio, Texas, …" leaves open what else belongs to the area. */
import { breach, type PlanRule } from './breach.ts'

export const notLeftOpen: PlanRule = ({ territorial }) =>
  [...territorial.matchAll(LEFT_OPEN)].map(([words]) => breach(words.trim(), OPEN))

/** Dots at the end of a line, with the word before them. */
const LEFT_OPEN = /[^\s,]+[,\s]{0,3}(?:\.{2,}|…)\s*$/gmu

const OPEN = 'The dots leave open what else belongs to the area. Name all of it.'
