/** Makes the columns that `enrich` adds to row groups. */

import type { LadderColumns } from '../added-columns.ts'
import type { LocatedBoundary } from '../locator.ts'
import type { ColumnChunk } from './column-chunk.ts'
import { textChunk } from './text-chunk.ts'

/** Makes the columns of one row group after the other, from the same answers. */
export const ladderChunks = (columns: LadderColumns, answers: readonly (readonly LocatedBoundary[])[]) => {
  const texts: readonly Texts[] = columns.names.map(() => new Texts())

  /** `rowAnswers`: the number of each row's answer. */
  const of = (rowAnswers: Int32Array): readonly ColumnChunk[] => {
    const used = differentIn(rowAnswers, answers.length)
    for (const answer of used) learn(answer)
    return columns.names.map((name, column) => {
      const { placeOfAnswer, dictionary } = texts[column].dictionaryOf(used, answers.length)
      return textChunk(name, rowAnswers, placeOfAnswer, dictionary)
    })
  }

  const learn = (answer: number): void => {
    if (texts[0].has(answer)) return
    const values = columns.values(answers[answer])
    for (const [column, text] of values.entries()) texts[column].set(answer, text)
  }

  return { of }
}

/** Returns the distinct answers in the order of their first rows. */
const differentIn = (rowAnswers: Int32Array, answers: number): readonly number[] => {
  const isKnown = new Uint8Array(answers)
  const different: number[] = []
  for (const answer of rowAnswers) {
    if (isKnown[answer] === 1) continue
    isKnown[answer] = 1
    different.push(answer)
  }
  return different
}

/** Texts of a column. */
class Texts {
  readonly #encoded: Uint8Array[] = []
  readonly #numbers = new Map<string, number>([['', EMPTY]])
  /** Number of each answer's text. */
  readonly #numberOf: number[] = []

  has(answer: number): boolean {
    return this.#numberOf[answer] !== undefined
  }

  set(answer: number, text: string): void {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.#encoded.push(Buffer.from(text)) - 1
      this.#numbers.set(text, number)
    }
    this.#numberOf[answer] = number
  }

  /** Returns the distinct texts of the answers in order, and the index of each answer's text, -1 for an empty one. */
  dictionaryOf(
    used: readonly number[],
    answers: number,
  ): { readonly placeOfAnswer: Int32Array; readonly dictionary: readonly Uint8Array[] } {
    const placeOfAnswer = new Int32Array(answers)
    const placeOf = new Int32Array(this.#encoded.length).fill(-1)
    const dictionary: Uint8Array[] = []
    for (const answer of used) {
      const number = this.#numberOf[answer]
      if (number !== EMPTY && placeOf[number] === -1)
        placeOf[number] = dictionary.push(this.#encoded[number]) - 1
      placeOfAnswer[answer] = number === EMPTY ? -1 : placeOf[number]
    }
    return { placeOfAnswer, dictionary }
  }
}

const EMPTY = -1
