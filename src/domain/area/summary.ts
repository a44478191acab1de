/** Summarises a plan in one English sentence that is easy to check. */
import { counted } from '../../util/count-with-noun.ts'
import { listed } from '../../util/join-words.ts'
import { shortened } from '../../util/shorten-text.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { NameOf } from '../boundary/boundary-json.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { nameIn } from '../boundary/language.ts'
import type { BBox } from '../geometry/rings.ts'
import { printableLine, type SetStyle, setInWords } from './list-in-words.ts'
import { type AreaPlan, liesIn, type PlanPart } from './plan.ts'

export interface SummaryRequest {
  readonly plan: Pick<AreaPlan, 'parts'>
  /** The description. */
  readonly text: string
  /** English names of what the boundaries lie in. */
  readonly nameOfParent: NameOf
}

export const MAX_SUMMARY_LENGTH = 600

/** The sentence up to the size of the area, which is known once it is drawn; see `withArea`. */
export const partsInWords = (request: SummaryRequest): string => {
  const { parts } = request.plan
  const clauses = mayShareExceptions(parts)
    ? [{ parts, except: parts.flatMap(({ except }) => except) }]
    : clausesOf(parts)
  const nameOf = englishNames(request)
  for (const style of STYLES) {
    const sentence = new SummarySentence({ ...style, description: request.text, nameOf }, parts)
    const words = clauses.map((clause) => sentence.clause(clause, 0)).join('; plus ')
    if (words.length <= MAX_WORDS_LENGTH) return words
  }
  return totals(parts, new SummarySentence({ ...SHORT_STYLE, description: request.text, nameOf }, parts))
}

export const withArea = (words: string, km2: number): string => `${words}; ${areaText(km2)} km².`

/** Room for "; 510,065,622 km²." */
const MAX_WORDS_LENGTH = MAX_SUMMARY_LENGTH - 40

/** The number of square kilometres as people write it: `2,600`, `0.44`. */
export const areaText = (km2: number): string =>
  km2 >= 10 ? Math.round(km2).toLocaleString('en') : km2.toLocaleString('en', { maximumSignificantDigits: 3 })

/** The most detailed one that fits is used. */
const STYLES: readonly Pick<SetStyle, 'names' | 'merged'>[] = [
  { names: 8, merged: false },
  { names: 4, merged: false },
  { names: 1, merged: false },
  { names: 0, merged: true },
]
const SHORT_STYLE = { names: 1, merged: true }

/** Deeper exceptions are only counted. */
const MAX_DEPTH = 3

/** Parts and their shared exceptions. */
interface SummaryClause {
  readonly parts: readonly PlanPart[]
  readonly except: readonly PlanPart[]
}

type SentenceStyle = Omit<SetStyle, 'isMain' | 'notTitles'>

const NONE: ReadonlySet<string> = new Set()

class SummarySentence {
  readonly #style: SentenceStyle
  readonly #mainTexts: ReadonlySet<string>

  constructor(style: SentenceStyle, parts: readonly PlanPart[]) {
    this.#style = style
    this.#mainTexts = new Set(parts.map(({ text }) => text))
  }

  /** @param depth 0 for parts, 1 for exceptions, 2 for exceptions of exceptions, and so on */
  clause({ parts, except }: SummaryClause, depth: number): string {
    const words = this.#set(parts, depth)
    if (except.length === 0) return words
    if (depth + 1 > MAX_DEPTH) return `${words}, with ${counted(countAll(except), 'further exception')}`
    const inner = this.#exceptions(except, depth + 1)
    return depth % 2 === 0 ? `${words}, minus ${inner}` : `${words}, but with ${inner} back in`
  }

  #exceptions(parts: readonly PlanPart[], depth: number): string {
    const clauses = clausesOf(parts)
    const isNested = clauses.length > 1
    return listed(
      clauses.map((clause) => {
        const words = this.clause(clause, depth)
        return isNested && clause.except.length > 0 ? `(${words})` : words
      }),
    )
  }

  #set(parts: readonly PlanPart[], depth: number): string {
    const boundaries = new Map(parts.map((part) => [part.boundary.id, part]))
    const members = Array.from(boundaries.values(), ({ text, boundary }) => ({
      text,
      boundary,
      name: this.#style.nameOf(boundary),
    }))
    const isMain = depth === 0
    return setInWords(members, { ...this.#style, isMain, notTitles: isMain ? NONE : this.#mainTexts })
  }
}

const MAX_NAME_LENGTH = 60

const englishNames = ({ plan, nameOfParent }: SummaryRequest): NameOf => {
  const records = new Map<BoundaryId, BoundaryRecord>()
  const collect = ({ boundary, except }: PlanPart): void => {
    records.set(boundary.id, boundary)
    except.forEach(collect)
  }
  plan.parts.forEach(collect)
  return (boundary) => {
    const record = records.get(boundary.id)
    const name = record === undefined ? nameOfParent(boundary) : nameIn(record, ['en'])
    return shortened(printableLine(name), MAX_NAME_LENGTH) || boundary.id
  }
}

/** Groups parts with the same exceptions, ordered by their first part. */
const clausesOf = (parts: readonly PlanPart[]): readonly SummaryClause[] =>
  Array.from(
    Map.groupBy(parts, ({ except }) => signature(except)).values(),
    (alike): SummaryClause => ({ parts: alike, except: alike[0].except }),
  )

/** A key for the exceptions that ignores their order. */
const signature = (parts: readonly PlanPart[]): string => [...new Set(parts.map(partKey))].sort().join(' ')

const partKey = ({ boundary, except }: PlanPart): string => `${boundary.id}(${signature(except)})`

/**
 * Whether "A and B, minus C" says the same as "A, minus C; plus B": nothing of C may lie in B. Where neither the hierarchy nor the
 * boxes show that, the exceptions stay with the parts that have them.
 */
const mayShareExceptions = (parts: readonly PlanPart[]): boolean => {
  const exceptionsOf = new Map(parts.map((part) => [part, new Set(part.except.map(partKey))]))
  return parts.every((part) =>
    part.except.every((except) => {
      const key = partKey(except)
      return parts.every(
        (other) => exceptionsOf.get(other)?.has(key) === true || isApart(other, part, except),
      )
    }),
  )
}

const isApart = (
  { boundary: other }: PlanPart,
  { boundary: part }: PlanPart,
  { boundary: except }: PlanPart,
): boolean =>
  areBoxesApart(other.bbox, except.bbox) ||
  (other.id !== part.id &&
    other.kind === part.kind &&
    other.country !== null &&
    other.adminLevel === part.adminLevel &&
    liesIn(except, part.id) &&
    !liesIn(except, other.id) &&
    !liesIn(other, except.id))

/** Boxes that cross the antimeridian count as overlapping. */
const areBoxesApart = (a: BBox, b: BBox): boolean =>
  a[0] <= a[2] && b[0] <= b[2] && (a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1])

const countAll = (parts: readonly PlanPart[]): number =>
  parts.reduce((sum, { except }) => sum + 1 + countAll(except), 0)

/** For plans that no other form fits. */
const totals = (parts: readonly PlanPart[], sentence: SummarySentence): string => {
  const exceptions = parts.reduce((sum, { except }) => sum + countAll(except), 0)
  const suffix = exceptions === 0 ? '' : `, with ${counted(exceptions, 'exception')}`
  const words = sentence.clause({ parts, except: [] }, 0) + suffix
  if (words.length <= MAX_WORDS_LENGTH) return words
  return `${new Set(parts.map(({ boundary }) => boundary.id)).size} boundaries${suffix}`
}
