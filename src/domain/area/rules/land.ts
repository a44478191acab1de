/** The land of a plan in progress: parts, exceptions, and exceptions of exceptions. Each change makes another land. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn, type PlanPart } from '../plan.ts'

export type NewPart = Omit<PlanPart, 'except'>

export interface Land {
  readonly parts: readonly PlanPart[]
  /** Members that are left out of their group. */
  readonly gone: readonly BoundaryRecord[]
  /** Ids of the parts that are in only as members of a group. */
  readonly members: ReadonlySet<string>
}

export const NO_LAND: Land = { parts: [], gone: [], members: new Set() }

/** All included boundaries, regardless of exceptions: later exceptions may apply to them. */
export const includedIn = ({ parts }: Land): readonly BoundaryRecord[] =>
  parts.map(({ boundary }) => boundary)

export const excludedIn = ({ parts, gone }: Land): readonly BoundaryRecord[] => [
  ...gone,
  ...parts.flatMap(({ except }) => except.map(({ boundary }) => boundary)),
]

/** The part is added to the exceptions that contain it; otherwise it is a part of its own. The same land if it has it already. */
export const including = <L extends Land>(land: L, part: NewPart): L => {
  const added: PlanPart = { ...part, except: [] }
  const isCut = (each: PlanPart): boolean => liesIn(part.boundary, each.boundary.id)
  if (land.parts.some(({ except }) => except.some(isCut)))
    return {
      ...land,
      parts: land.parts.map((each) => ({
        ...each,
        except: each.except.map((cut) => (isCut(cut) ? { ...cut, except: [...cut.except, added] } : cut)),
      })),
    }
  const isRepeated = land.parts.some(({ boundary }) => boundary.id === part.boundary.id)
  return isRepeated ? land : { ...land, parts: [...land.parts, added] }
}

export const includingGroup = <L extends Land>(land: L, members: readonly NewPart[]): L => {
  const ids = members.map(({ boundary }) => boundary.id)
  return { ...members.reduce<L>(including, land), members: land.members.union(new Set(ids)) }
}

/** An exception outside every part, named as a precaution. */
export const excludingAnyway = <L extends Land>(land: L, part: NewPart): L => {
  const [first, ...others] = land.parts
  return first === undefined
    ? land
    : { ...land, parts: [{ ...first, except: [...first.except, { ...part, except: [] }] }, ...others] }
}

/** "Canada, excluding the Atlantic provinces other than Nova Scotia": no exception any more. Null if it was none. */
export const withoutException = <L extends Land>(land: L, id: string): L | null =>
  land.parts.some(({ except }) => except.some(({ boundary }) => boundary.id === id))
    ? {
        ...land,
        parts: land.parts.map((each) => ({
          ...each,
          except: each.except.filter(({ boundary }) => boundary.id !== id),
        })),
      }
    : null

export type Excluded<L> =
  | { readonly result: 'cut'; readonly land: L }
  /** Nothing is left; a place is both in and out; it lies in no part. */
  | { readonly result: 'emptied' | 'contradicted' | 'outside' }

/** Excluded from every part that contains it; a member of a group is removed from the group. */
export const excluding = <L extends Land>(land: L, part: NewPart): Excluded<L> => {
  const { parts, members } = land
  const gone = parts.filter(({ boundary }) => liesIn(boundary, part.boundary.id))
  if (gone.length > 0 && gone.length === parts.length) return { result: 'emptied' }
  // "Utah and Nevada, excluding Nevada" contradicts itself.
  if (gone.some(({ boundary }) => !members.has(boundary.id))) return { result: 'contradicted' }
  const left = parts.filter((each) => !gone.includes(each))
  const isHolder = ({ boundary }: PlanPart): boolean => liesIn(part.boundary, boundary.id)
  if (gone.length === 0 && !left.some(isHolder)) return { result: 'outside' }
  const cut = left.map((each) =>
    isHolder(each) && !each.except.some(({ boundary }) => boundary.id === part.boundary.id)
      ? { ...each, except: [...each.except, { ...part, except: [] }] }
      : each,
  )
  return {
    result: 'cut',
    land: { ...land, parts: cut, gone: [...land.gone, ...gone.map(({ boundary }) => boundary)] },
  }
}
