/**
 * Finds the known boundaries that have something that an object claims: its id, its codes, its Wikidata entity, its name beside
 * it in one container, or its place at its level.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../../domain/boundary/id.ts'
import { foldedNames } from '../../domain/catalog/folded-name-cache.ts'
import type { LayerSource, LayerView } from '../../domain/catalog/layers.ts'
import { type BoundaryStore, NO_FILTERS } from '../../domain/catalog/ports.ts'
import { bboxContains } from '../../domain/geometry/bbox.ts'
import type { Claim } from '../../domain/identity/identity-rule.ts'
import type { Compared } from './compared-fields.ts'
import { type KnownLayer, layersOf, type PlacingTools, polygonsAt } from './placing-tools.ts'

interface FoundHolder {
  readonly record: BoundaryRecord
  readonly source: LayerSource
  readonly claims: Claim[]
}

interface Known {
  /** The sources besides the store. */
  readonly view: LayerView
  readonly store: BoundaryStore
  /** Countries that the store has completely: there its boundaries are known as well. */
  readonly coveredCountries: ReadonlySet<string>
}

/** At least this much of an object lies in a known boundary of its level whose place it claims. */
const MIN_SHARE_OF_PLACE = 0.5
const MAX_NAMESAKES = 100

/**
 * O(k) in the known boundaries with one of its codes, and in those at its centre, of which a limited number is looked at
 * (`known-nearby.ts`).
 */
export const holdersOf = async (
  { view, store, coveredCountries }: Known,
  boundary: Compared,
  around: ReadonlySet<BoundaryId>,
  tools: PlacingTools,
): Promise<readonly FoundHolder[]> => {
  const found = new Map<string, FoundHolder>()
  const add = (source: LayerSource, records: readonly BoundaryRecord[], claim: Claim): void => {
    for (const record of records) {
      const key = `${source.origin} ${record.id}`
      const known = found.get(key)
      if (known === undefined) found.set(key, { record, source, claims: [claim] })
      else known.claims.push(claim)
    }
  }
  const layers = [
    ...layersOf(view),
    ...(coveredCountries.size > 0 ? [coveredLayer(store, coveredCountries, boundary.id)] : []),
  ]
  for (const { source, visible } of layers) {
    for (const { reference, claim } of claimsOnRecord(boundary))
      add(source, await visible(await source.find(reference)), claim)
    if (boundary.adminLevel === null) continue
    add(source, await visible(await namesakesIn(source, boundary, around)), {
      by: 'name',
      value: boundary.name,
    })
    const places = await sameLevelAt(source, boundary, tools)
    for (const record of await visible(places)) {
      const names = foldedNames(record)
      const isNamesake = boundary.foldedNames().some((name) => names.has(name))
      add(source, [record], isNamesake ? { by: 'name', value: boundary.name } : { by: 'land', value: '' })
    }
  }
  return [...found.values()]
}

/** An object does not compete with its own earlier version. */
const coveredLayer = (store: BoundaryStore, countries: ReadonlySet<string>, own: BoundaryId): KnownLayer => ({
  source: store,
  visible: async (records) =>
    records.filter(({ id, country }) => id !== own && country !== null && countries.has(country)),
})

const claimsOnRecord = (
  boundary: Compared,
): readonly { readonly reference: BoundaryReference; readonly claim: Claim }[] => [
  {
    reference: { by: boundary.id[0] === 'r' ? 'relation' : 'way', number: Number(boundary.id.slice(1)) },
    claim: { by: 'id', value: boundary.id },
  },
  ...boundary.isoCodes.map((code) => ({
    reference: { by: 'iso' as const, code },
    claim: { by: 'iso' as const, value: code },
  })),
  ...(boundary.wikidata === null
    ? []
    : [
        {
          reference: { by: 'wikidata' as const, entity: boundary.wikidata },
          claim: { by: 'wikidata' as const, value: boundary.wikidata },
        },
      ]),
]

/** Returns boundaries of the same name and level in the same direct container, wherever in it they lie. */
const namesakesIn = async (
  source: LayerSource,
  { foldedNames, adminLevel }: Compared,
  around: ReadonlySet<BoundaryId>,
): Promise<readonly BoundaryRecord[]> => {
  const spellings = around.size === 0 ? [] : foldedNames()
  if (spellings.length === 0) return []
  const hits = await source.search({
    ...NO_FILTERS,
    match: { by: 'name', spellings },
    adminLevel,
    limit: MAX_NAMESAKES,
  })
  return hits
    .map(({ record }) => record)
    .filter(({ parents }) => parents.length > 0 && around.has(parents[parents.length - 1].id))
}

/** Returns boundaries of the same level that hold most of the object's land. */
const sameLevelAt = async (
  source: LayerSource,
  { id, centroid, adminLevel, samples }: Compared,
  tools: PlacingTools,
): Promise<readonly BoundaryRecord[]> => {
  const isWanted = (record: BoundaryRecord): boolean =>
    record.adminLevel === adminLevel && bboxContains(record.bbox, centroid)
  const layer = { source, visible: async (records: readonly BoundaryRecord[]) => records }
  const held: BoundaryRecord[] = []
  for await (const { record, polygon } of polygonsAt(layer, id, [centroid], isWanted, tools)) {
    const [share] = await tools.work.shares({ polygon, samples: [samples] })
    if (share >= MIN_SHARE_OF_PLACE) held.push(record)
  }
  return held
}
