/** The list of operations, as commands. */
import { METES } from '../../../../util/command-name.ts'
import { counted } from '../../../../util/count-with-noun.ts'
import { dashedName } from '../../input/schema-options.ts'
import { rowsIn, textIn } from './read-members.ts'
import type { AnswerText } from './sentences.ts'
import { renderTable, tableColumns } from './table.ts'

export const operationsText: AnswerText = (answer, context) => {
  const ops = rowsIn(answer, 'ops')
  const rows = ops.map((op) => [dashedName(textIn(op, 'name') ?? ''), textIn(op, 'summary') ?? ''])
  const columns = tableColumns(['COMMAND', 'SUMMARY'])
  return [
    [
      `${textIn(answer, 'name')} at ${textIn(answer, 'base_url')} has ${counted(ops.length, 'operation')}.`,
      `"${METES} <command> --help" explains one; --json prints the schemas.`,
    ],
    renderTable(columns, rows, context.width, context.paint),
  ]
}
