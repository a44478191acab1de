/** Names that the land of a boundary does not prove, because another known place has them. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { foldedForms, foldedNames } from '../../domain/catalog/folded-name-cache.ts'
import type { Aliases } from '../../domain/catalog/ports.ts'
import type { Compared } from './compared-fields.ts'
import type { KnownWorld } from './known-world.ts'

/**
 * Returns the names of a known place, folded, that are new for it and that another known place has: its land proves which place it is, and
 * gives it no name of another. In a file, units below the first level share names with others of their kind ("Lincoln County"), so they
 * lose only the names of countries and first-level units that do not contain them.
 */
export const namesOfOthers = async (
  boundary: Compared,
  { standsFor, isFetched }: { readonly standsFor: readonly BoundaryRecord[]; readonly isFetched: boolean },
  aliases: ReadonlyMap<BoundaryId, Aliases>,
  world: KnownWorld,
): Promise<ReadonlySet<string>> => {
  if (standsFor.length === 0) return new Set()
  const known = new Set(
    standsFor.flatMap((record) => [
      ...foldedNames(record),
      ...(aliases.get(record.id)?.names ?? []).flatMap(foldedForms),
    ]),
  )
  const own = new Set([boundary.id, ...standsFor.map(({ id }) => id)])
  const containers = new Set(standsFor.flatMap(({ parents }) => parents.map(({ id }) => id)))
  const sharesNames = !isFetched && !standsFor.some(isFirstLevel)
  const isOther = (record: BoundaryRecord): boolean =>
    !own.has(record.id) && !(sharesNames && (containers.has(record.id) || !isFirstLevel(record)))
  const others = new Set<string>()
  for (const name of boundary.foldedNames())
    if (!known.has(name) && (await world.named(name)).some(isOther)) others.add(name)
  return others
}

/** Countries, too. */
const isFirstLevel = ({ parents }: BoundaryRecord): boolean => parents.length <= 1
