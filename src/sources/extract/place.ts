/**
 * Places every boundary of an extract in the world: finds its parents, country, kind, and the counterparts that it replaces.
 */

import type { BoundaryRecord, ParentRef } from '../../domain/boundary/boundary.ts'
import { parentRefOf } from '../../domain/boundary/boundary.ts'
import { buildHierarchy } from '../../domain/boundary/hierarchy.ts'
import type { Kind } from '../../domain/boundary/kind.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import { additionalKinds, type KindInput, resolveKind } from '../../domain/boundary/resolve-kind.ts'
import type { Aliases } from '../../domain/catalog/ports.ts'
import { haveSameExtent } from '../../domain/catalog/same-extent.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { RayIndex } from '../../domain/geometry/ray-index.ts'
import type { Rings } from '../../domain/geometry/rings.ts'
import { assignCounterparts } from './assign-counterparts.ts'
import type { Counterpart, LowerLayers } from './lower-layers.ts'
import type { ShapedBoundary, SpooledBoundary } from './shape-all.ts'
import type { Spool } from './spool.ts'

export interface PlacedBoundary extends ShapedBoundary {
  readonly country: string | null
  readonly kind: Kind
  readonly alsoKinds: readonly Kind[]
  /** From the country down. */
  readonly parents: readonly ParentRef[]
  /** Records of lower layers that are the same place. */
  readonly standsFor: readonly BoundaryRecord[]
  /** Names and codes by which they are found, beyond those of their records. */
  readonly aliases: readonly Aliases[]
}

const COUNTRY_LEVEL = 2

export const placeBoundaries = async (
  boundaries: readonly ShapedBoundary[],
  spool: Spool<SpooledBoundary>,
  world: { readonly lowerLayers: LowerLayers; readonly kinds: KindTables },
  onProgress: (boundaries: number) => void,
): Promise<PlacedBoundary[]> => {
  const ringsOf = (index: number): Rings => decodeRings(spool.geometry(boundaries[index].spooled).rings)
  const chains = await buildHierarchy(boundaries, (index) => new RayIndex(ringsOf(index)), onProgress)
  const around = await recordsAround(boundaries, ringsOf, chains, world.lowerLayers)
  const countries: (string | null)[] = boundaries.map(() => null)
  const counterparts: (readonly Counterpart[])[] = boundaries.map(() => [])
  // Parents come before children, because children inherit the country's code.
  const order = boundaries
    .map((_, index) => index)
    .sort((a, b) => levelOf(boundaries[a]) - levelOf(boundaries[b]))
  for (const index of order) {
    const boundary = boundaries[index]
    const inherited =
      nearest(chains[index], (parent) => countries[parent]) ??
      nearest(around[index], (record) => record.country)
    const country = boundary.ownCountry ?? inherited
    counterparts[index] = await world.lowerLayers.counterparts({ ...boundary, country })
    countries[index] = country ?? countryOfCounterpart(boundary, counterparts[index])
  }
  const standsFor = assignCounterparts(boundaries, counterparts)
  const stoodFor = new Set(standsFor.flat().map(({ id }) => id))
  const aliases = await world.lowerLayers.aliases([...stoodFor])

  const kinds = boundaries.map((boundary, index) => {
    const { tags, label } = spool.meta(boundary.spooled)
    const place = tags.place ?? label?.place
    const input: KindInput = {
      boundary: tags.boundary,
      tags: place === undefined ? tags : { ...tags, place },
      adminLevel: boundary.adminLevel,
      country: countries[index],
      id: boundary.id,
      containedBy: [...chains[index].map((parent) => boundaries[parent]), ...around[index]]
        .filter((parent) => !haveSameExtent(parent, boundary))
        .map(({ id }) => id),
    }
    return { kind: resolveKind(input, world.kinds), alsoKinds: additionalKinds(input, world.kinds) }
  })
  return boundaries.map((boundary, index) => ({
    ...boundary,
    ...kinds[index],
    country: countries[index],
    parents: [
      ...around[index].filter(({ id }) => !stoodFor.has(id)).map(parentRefOf),
      ...chains[index].map((parent) => parentOfShape(boundaries[parent], kinds[parent].kind)),
    ],
    standsFor: standsFor[index],
    aliases: standsFor[index].flatMap(({ id }) => aliases.get(id) ?? []),
  }))
}

const levelOf = ({ adminLevel }: ShapedBoundary): number => adminLevel ?? Number.POSITIVE_INFINITY

/**
 * Finds the records of other sources around each boundary that has no country in the extract. A boundary inside another one
 * of the extract shares its surroundings, so that a city's districts are looked up once.
 */
const recordsAround = async (
  boundaries: readonly ShapedBoundary[],
  ringsOf: (index: number) => Rings,
  chains: readonly (readonly number[])[],
  lowerLayers: LowerLayers,
): Promise<readonly (readonly BoundaryRecord[])[]> => {
  const own = new Set(boundaries.map(({ id }) => id))
  const asked = new Map<number, readonly BoundaryRecord[]>()
  const result: (readonly BoundaryRecord[])[] = []
  for (let index = 0; index < boundaries.length; index++) {
    const top = chains[index][0] ?? index
    if (levelOf(boundaries[top]) <= COUNTRY_LEVEL) {
      result.push([])
      continue
    }
    const drawn = { ...boundaries[top], country: null, rings: () => ringsOf(top) }
    const records = asked.get(top) ?? (await lowerLayers.around(drawn)).filter(({ id }) => !own.has(id))
    asked.set(top, records)
    result.push(records)
  }
  return result
}

/** Searches from the direct parent up. */
const nearest = <T>(parents: readonly T[], countryOf: (parent: T) => string | null): string | null => {
  for (let index = parents.length - 1; index >= 0; index--) {
    const country = countryOf(parents[index])
    if (country !== null) return country
  }
  return null
}

/** A country whose relation lacks the code takes its counterpart's. */
const countryOfCounterpart = (
  { adminLevel }: ShapedBoundary,
  counterparts: readonly Counterpart[],
): string | null => (adminLevel === COUNTRY_LEVEL ? (counterparts[0]?.record.country ?? null) : null)

const parentOfShape = ({ id, name, adminLevel, bbox, wikidata }: ShapedBoundary, kind: Kind): ParentRef => ({
  id,
  name,
  kind,
  adminLevel,
  bbox,
  wikidata,
})
