/** Writes answers about several boundaries or points as sentences and tables. */
import { counted } from '../../../../util/counted.ts'
import { disputes } from './disputes.ts'
import { fieldBlocks } from './fields.ts'
import { type AnswerRow, numberIn, numbersIn, rowsIn, textIn, without } from './rows.ts'
import { type AnswerText, noteSentences, sentences, timeIn, widthOf } from './sentences.ts'
import { renderTable, tableColumns } from './table.ts'

export const searchText: AnswerText = (answer, context) => {
  if (rowsIn(answer, 'candidates').length > 0) return fieldBlocks(answer, context)
  return sentences(['No boundary was found.', textIn(answer, 'hint')], context)
}

export const reverseText: AnswerText = (answer, context) => {
  const [lon, lat] = numbersIn(answer, 'point')
  const rest = without(answer, ['point', 'boundaries', 'disputed'])
  const boundaries = rowsIn(answer, 'boundaries')
  const where = `the point at latitude ${lat}, longitude ${lon}`
  const disputed = sentences(disputes(answer), context)
  if (boundaries.length === 0)
    return [
      ...sentences([`No boundary contains ${where}.`], context),
      ...disputed,
      ...fieldBlocks(rest, context),
    ]
  return [
    ...sentences(
      [`${counted(boundaries.length, 'boundary contains', 'boundaries contain')} ${where}.`],
      context,
    ),
    ...disputed,
    ...fieldBlocks({ boundaries, ...rest }, context),
  ]
}

export const childrenText: AnswerText = (answer, context) => {
  const count = rowsIn(answer, 'children').length
  const level = numberIn(answer, 'admin_level')
  const parent = textIn(context.input, 'id') ?? 'the boundary'
  const says = `${parent} has ${count === 0 ? 'no subdivisions here' : counted(count, 'subdivision')}${level === null ? '' : `, at administrative level ${level}`}.`
  const rest = without(answer, ['admin_level', 'notes', ...(count === 0 ? ['children'] : [])])
  return [...sentences([says, ...noteSentences(answer)], context), ...fieldBlocks(rest, context)]
}

/** Rows of points before the rest is only counted, as in the first sentence. */
const MAX_POINTS = 50

export const pointsText: AnswerText = (answer, context) => {
  const inside = Array.isArray(answer.inside) ? answer.inside : []
  const count = numberIn(answer, 'inside_count') ?? 0
  const points = Array.isArray(context.input.points) ? context.input.points : []
  const says = `${count.toLocaleString('en')} of ${counted(inside.length, 'point')} ${count === 1 ? 'is' : 'are'} inside ${textIn(answer, 'id')}.`
  const rows = inside
    .slice(0, MAX_POINTS)
    .map((isInside, at) => [String(at + 1), String(points[at] ?? ''), isInside === true ? 'yes' : 'no'])
  const columns = tableColumns(['POINT', 'LON,LAT', 'INSIDE'], ['POINT'])
  const more = inside.length - rows.length
  return [
    ...sentences([says], context),
    renderTable(columns, rows, context.width, context.paint),
    ...sentences([more > 0 ? `And ${counted(more, 'point')} more; --json lists all.` : null], context),
    ...fieldBlocks({ attribution: answer.attribution }, context),
  ]
}

export const exportText: AnswerText = (answer, context) => {
  const url = textIn(answer, 'url')
  const size = `${formatIn(answer)}, ${bytesIn(answer, 'bytes')}`
  if (context.writtenTo !== null) return sentences([`${size}; also at ${url}`], context)
  const save = `To save it, add --output ${nameFor(String(context.input.id))}.${textIn(answer, 'format')}.`
  return sentences([`The file (${size}) is at`, url, save], context)
}

export const collectionText: AnswerText = (answer, context) => {
  const boundaries = counted(numberIn(answer, 'boundaries') ?? 0, 'boundary', 'boundaries')
  const url = textIn(answer, 'url')
  if (url === null) {
    const units = counted(numberIn(answer, 'units') ?? 0, 'unit')
    const cost = `The export of ${boundaries} would cost ${units} and make a file (${formatIn(answer)}) of about ${bytesIn(answer, 'estimated_bytes')}.`
    return sentences([cost, 'To export, leave out --dry-run.', ...noteSentences(answer)], context)
  }
  const file = `${boundaries}, ${formatIn(answer)}, ${bytesIn(answer, 'bytes')}`
  const until = `until ${timeIn(answer, 'expires_at')}`
  const where =
    context.writtenTo === null
      ? [`The file (${file}) is at`, url, `${until}.`]
      : [`${file}; also at ${url} ${until}`]
  return sentences([...where, ...noteSentences(answer)], context)
}

const formatIn = (answer: AnswerRow): string =>
  `${textIn(answer, 'format')?.toUpperCase()}, ${textIn(answer, 'detail')} detail`

const bytesIn = (answer: AnswerRow, member: string): string => counted(numberIn(answer, member) ?? 0, 'byte')

/** `iso:LI` becomes `li`. */
const nameFor = (id: string): string => {
  const plain = id
    .toLowerCase()
    .replace(/^[a-z]+:/, '')
    .replace(/[^a-z0-9-]+/g, '-')
  return widthOf(plain) > 0 && widthOf(plain) <= 40 ? plain : 'boundary'
}
