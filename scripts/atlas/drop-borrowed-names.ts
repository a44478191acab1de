/** Drops the names of other places from the entries of the atlas. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { peopleOf } from '../../src/domain/catalog/prominence.ts'
import { bboxContains } from '../../src/domain/geometry/bbox.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { borrowedNames, type NamedPlace, type NameWitnesses } from './borrowed-names.ts'
import type { AtlasEntry } from './entries.ts'
import type { OtherName } from './place.ts'

/** A dropped name may settle whose another one is, so this is repeated until no borrowed name is left. */
export const withoutBorrowedNames = (
  entries: readonly AtlasEntry[],
  witnesses: NameWitnesses,
): readonly AtlasEntry[] => {
  const places = namedPlaces(
    entries.map(({ record, otherNames, geometry }) => ({
      record,
      otherNames,
      readRings: () => decodeRings(geometry.rings),
    })),
  )
  const dropped = Map.groupBy(borrowedNames(places, witnesses), ({ place }) => place)
  if (dropped.size === 0) return entries
  const kept = entries.map((entry, index): AtlasEntry => {
    const names = new Set(dropped.get(places[index])?.map(({ name }) => name))
    if (names.size === 0) return entry
    const { record, searchNames, otherNames } = entry
    const isOwn = ({ name }: { readonly name: string }): boolean => !names.has(foldName(name))
    return {
      ...entry,
      record: {
        ...record,
        names: Object.fromEntries(Object.entries(record.names).filter(([, name]) => isOwn({ name }))),
      },
      searchNames: searchNames.filter(isOwn),
      otherNames: otherNames.filter(isOwn),
    }
  })
  return withoutBorrowedNames(kept, witnesses)
}

/** Parents are found among the given places. */
export const namedPlaces = (
  places: readonly {
    readonly record: BoundaryRecord
    readonly otherNames: readonly OtherName[]
    readonly readRings: () => Rings
  }[],
): readonly NamedPlace[] => {
  const named = new Map<string, NamedPlace>()
  for (const { record, otherNames, readRings } of places) {
    const { iso, fips, wikidata, adminLevel, kind, name, names, areaKm2, bbox, parents } = record
    let rings: Rings | null = null
    named.set(record.id, {
      iso,
      fips,
      wikidata,
      adminLevel,
      isCountry: kind === 'country',
      name,
      names,
      otherNames,
      areaKm2,
      people: peopleOf(record),
      parent: named.get(parents.at(-1)?.id ?? '') ?? null,
      contains: (position) => {
        if (!bboxContains(bbox, position)) return false
        rings ??= readRings()
        return locate(rings, toUnits(position[0]), toUnits(position[1])) !== OUTSIDE
      },
    })
  }
  return [...named.values()]
}
