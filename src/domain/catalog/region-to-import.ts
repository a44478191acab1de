/** The code by which an operator imports the data of a place that the catalog lacks: of the first-level unit that holds it, or of its country. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { isFirstLevel } from './level-words.ts'
import { queryCodesOf } from './query-codes.ts'

/** Of a point in boundaries. @param country ISO 3166-1 alpha-2 */
export const regionAround = (containing: readonly BoundaryRecord[], country: string): string =>
  containing.find((each) => isFirstLevel(each) && each.iso !== null)?.iso ?? country

/** Of a query that is a code, or that is filtered to one country; null if nobody knows where the place is. */
export const regionOfQuery = (text: string, countries: readonly string[]): string | null => {
  const { areCertain, references } = queryCodesOf(text)
  const [code] =
    areCertain === 'never'
      ? []
      : references.flatMap(({ reference }) => (reference.by === 'iso' ? [reference.code] : []))
  return code ?? (countries.length === 1 ? countries[0] : null)
}
