/** Disputed and shared land of an answer, in sentences that keep the address of their source whole. */
import { listed } from '../../../../util/join-words.ts'
import { type AnswerRow, rowsIn, textIn } from './read-members.ts'

export const claims = (answer: AnswerRow): readonly string[] => [
  ...rowsIn(answer, 'disputed').flatMap((dispute) =>
    sentences(
      dispute,
      `Disputed: ${textIn(dispute, 'area')}, claimed by ${names(dispute, 'claimants')}, administered by ${names(dispute, 'administered_by')}.`,
    ),
  ),
  ...rowsIn(answer, 'condominiums').flatMap((shared) =>
    sentences(shared, `Shared: ${textIn(shared, 'area')}, held by ${names(shared, 'countries')} together.`),
  ),
]

const sentences = (row: AnswerRow, sentence: string): readonly string[] => {
  const source = textIn(row, 'source')
  return source === null ? [sentence] : [sentence, source]
}

const names = (row: AnswerRow, member: string): string => {
  const value = row[member]
  return Array.isArray(value) && value.length > 0 ? listed(value.map(String)) : 'nobody'
}
