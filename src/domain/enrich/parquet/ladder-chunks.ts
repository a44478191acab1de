/** The columns that enriching adds to a row group. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { LadderColumns } from '../ladder-columns.ts'
import type { ColumnChunk } from './column-chunk.ts'
import { textChunk } from './text-chunk.ts'

/** `rowAnswers`: for each row the number of its answer. */
export const ladderChunks = (
  columns: LadderColumns,
  rowAnswers: Int32Array,
  answers: readonly (readonly BoundaryRecord[])[],
): readonly ColumnChunk[] => {
  const values = new Map<number, readonly string[]>()
  for (const answer of rowAnswers)
    if (!values.has(answer)) values.set(answer, columns.values(answers[answer]))
  return columns.names.map((name, column) => {
    const places = new Map<string, number>()
    const placeOfAnswer = new Int32Array(answers.length)
    for (const [answer, { [column]: text }] of values) {
      if (text !== '' && !places.has(text)) places.set(text, places.size)
      placeOfAnswer[answer] = places.get(text) ?? -1
    }
    const dictionary = Array.from(places.keys(), (text) => Buffer.from(text))
    return textChunk(
      name,
      rowAnswers.map((answer) => placeOfAnswer[answer]),
      dictionary,
    )
  })
}
