/** Disputed land of an answer, in sentences that keep the address of their source whole. */
import { listed } from '../../../../util/listed.ts'
import { type AnswerRow, rowsIn, textIn } from './rows.ts'

export const disputes = (answer: AnswerRow): readonly string[] =>
  rowsIn(answer, 'disputed').flatMap((dispute) => {
    const area = textIn(dispute, 'area')
    const source = textIn(dispute, 'source')
    const claimed = `claimed by ${disputeNames(dispute, 'claimants')}, administered by ${disputeNames(dispute, 'administered_by')}`
    return [`Disputed: ${area}, ${claimed}.`, ...(source === null ? [] : [source])]
  })

const disputeNames = (dispute: AnswerRow, member: string): string => {
  const value = dispute[member]
  return Array.isArray(value) && value.length > 0 ? listed(value.map(String)) : 'nobody'
}
