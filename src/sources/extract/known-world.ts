/**
 * The boundaries that are known before an extract or an answer of the live map is stored: those around an object, those that
 * have what it claims, and how far its land agrees with theirs.
 */
import type { LandMask } from '../../domain/area/ports.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId, BoundaryReference } from '../../domain/boundary/id.ts'
import { type LayerSource, Layers } from '../../domain/catalog/layers.ts'
import {
  type Aliases,
  type BoundaryStore,
  type DecidedIdentity,
  type IdentityConflict,
  type IdentityDecision,
  NO_FILTERS,
  type Overrides,
} from '../../domain/catalog/ports.ts'
import { bboxOf } from '../../domain/geometry/bbox.ts'
import { decodeRings } from '../../domain/geometry/codec.ts'
import { polygonsOf } from '../../domain/geometry/parts.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import { stillDecides } from '../../domain/identity/decision-fits.ts'
import type { Holder } from '../../domain/identity/identity-rule.ts'
import { agrees, type LandAgreement, NOTHING_IN_COMMON } from '../../domain/identity/land-agreement.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import { holdersOf } from './claim-holders.ts'
import type { Compared } from './compared-fields.ts'
import { KnownNearby } from './known-nearby.ts'
import { keepPolygons } from './known-polygon-cache.ts'
import type { PlacingWork } from './placing-work.ts'
import { type Surroundings, surroundings } from './surroundings.ts'

export interface KnownHolder extends Holder {
  readonly record: BoundaryRecord
  readonly source: LayerSource
  readonly isIn: IdentityConflict['holder']['isIn']
}

export interface KnownWorld {
  /** Returns what is known around each of the given boundaries, stored ones included. */
  around(boundaries: readonly Compared[]): Promise<readonly Surroundings[]>
  /** True if there were so many around the boundary, or at its place, that not all were looked at. */
  isCrowded(id: BoundaryId): boolean
  /** True if another known boundary has the code or the entity of the record. */
  isClaimed(record: Pick<BoundaryRecord, 'id' | 'iso' | 'wikidata'>): Promise<boolean>
  /** True if a known boundary, none of the given ones, has the code. */
  isCodeOfOther(reference: BoundaryReference, given: ReadonlySet<BoundaryId>): Promise<boolean>
  /** Returns known boundaries that have something that the object claims. `around`: the ids of the boundaries around it. */
  holders(boundary: Compared, around: ReadonlySet<BoundaryId>): Promise<readonly KnownHolder[]>
  /** Returns known boundaries with the folded name, the most prominent ones if there are many. */
  named(name: string): Promise<readonly BoundaryRecord[]>
  agreement(boundary: Compared, holder: KnownHolder): Promise<LandAgreement>
  /** An operator's decision about the object. A kept one that has moved or claims more since is judged like any other. */
  decision(boundary: Compared): Promise<IdentityDecision | null>
  /** Returns the stored boundary that already stands for a known one; null if none does. */
  standingFor(id: BoundaryId): Promise<BoundaryRecord | null>
  /** True if a lower source has subdivisions of one of these. */
  hasUnits(boundaries: readonly BoundaryRecord[]): Promise<boolean>
  /** Returns names and codes by which lower sources find these boundaries, beyond those of their records. */
  aliases(ids: readonly BoundaryId[]): Promise<ReadonlyMap<BoundaryId, Aliases>>
}

export interface KnownWorldOptions {
  /** All sources, the highest first, among them the store. */
  readonly sources: readonly LayerSource[]
  readonly store: BoundaryStore
  readonly land: LandMask
}

/** Returns the world, whose work runs outside the event loop. Worlds of different work share what they have read. */
export const createKnownWorld = ({
  sources,
  store,
  land,
}: KnownWorldOptions): ((work: PlacingWork) => KnownWorld) => {
  const layers = new Layers(sources)
  // Without the store: what a stored boundary has replaced is still known.
  const others = new Layers(sources.filter((source) => source !== store))
  const above = sources.indexOf(store)
  const placeOf = (layer: number): KnownHolder['isIn'] =>
    layer > above ? 'lower source' : layer === above ? 'store' : 'higher source'
  const polygons = keepPolygons()
  const lastOverrides = lazilyByVersion(() => store.overrides())
  const overrides = async (): Promise<Overrides> => lastOverrides.get(await store.version())
  const decisions = sources.map((source) => ({
    source,
    last: lazilyByVersion(async () => (await source.decisions?.()) ?? NO_DECISIONS),
  }))
  const decisionAbout = async (id: BoundaryId): Promise<DecidedIdentity | null> => {
    for (const { source, last } of decisions) {
      const decided = (await last.get(await source.version())).get(id)
      if (decided !== undefined) return decided
    }
    return null
  }
  return (work) => {
    const nearby = new KnownNearby()
    const tools = { polygons, work, nearby }
    return {
      around: async (boundaries) => {
        const view = await layers.view()
        const found: Surroundings[] = []
        for (const each of boundaries) found.push(await surroundings(view, each, tools))
        return found
      },
      isCrowded: (id) => nearby.crowded.has(id),
      isClaimed: async ({ id, iso, wikidata }) => {
        const view = await others.view()
        const references: readonly BoundaryReference[] = [
          ...(iso === null ? [] : [{ by: 'iso' as const, code: iso }]),
          ...(wikidata === null ? [] : [{ by: 'wikidata' as const, entity: wikidata }]),
        ]
        for (const [layer, source] of view.sources.entries())
          for (const reference of references)
            if ((await view.visible(layer, await source.find(reference))).some((known) => known.id !== id))
              return true
        return false
      },
      isCodeOfOther: async (reference, given) => {
        const view = await others.view()
        for (const [layer, source] of view.sources.entries())
          if ((await view.visible(layer, await source.find(reference))).some(({ id }) => !given.has(id)))
            return true
        return false
      },
      holders: async (boundary, around) => {
        const [view, { coveredCountries }] = await Promise.all([others.view(), overrides()])
        const held = await holdersOf({ view, store, coveredCountries }, boundary, around, tools)
        return held.map((each) => ({ ...each, isIn: placeOf(sources.indexOf(each.source)) }))
      },
      named: async (name) => {
        const view = await others.view()
        const found: BoundaryRecord[] = []
        for (const [layer, source] of view.sources.entries()) {
          const match = { by: 'name' as const, spellings: [name] }
          const hits = await source.search({ ...NO_FILTERS, match, limit: MAX_NAMED })
          const records = hits.map(({ record }) => record)
          found.push(...(await view.visible(layer, records)))
        }
        return found
      },
      agreement: async (boundary, { record, source }) => {
        const known = await source.geometry(record.id)
        if (known === null) return NOTHING_IN_COMMON
        const pair = { claimed: boundary.rings(), known: known.rings, datasets: record.datasets ?? [] }
        const asDrawn = await work.compare({ ...pair, tiles: null })
        if (record.origin === 'atlas' && agrees(asDrawn)) return asDrawn
        // Before the land of half the world is read for nothing.
        if (!asDrawn.staysNear) return asDrawn
        const boxes = [...boxesOf(pair.claimed, boundary.bbox), ...boxesOf(pair.known, record.bbox)]
        return work.compare({ ...pair, tiles: (await land.landIn(boxes)).tiles })
      },
      decision: async (boundary) => {
        const decided = await decisionAbout(boundary.id)
        if (decided === null || !stillDecides(decided, boundary)) return null
        const stored = decided.decision === 'keep' ? await store.geometry(boundary.id) : null
        if (stored === null) return decided.decision
        const pair = { claimed: boundary.rings(), known: stored.rings, datasets: [], tiles: null }
        return agrees(await work.compare(pair)) ? decided.decision : null
      },
      standingFor: async (id) => {
        const standsFor = (await overrides()).superseded.get(id)
        return standsFor === undefined ? null : ((await store.records([standsFor])).at(0) ?? null)
      },
      hasUnits: async (boundaries) => {
        for (const source of sources.slice(above + 1))
          for (const { id, adminLevel } of boundaries)
            if ((await source.nextLevel([id], adminLevel ?? 0)) !== null) return true
        return false
      },
      aliases: async (ids) => {
        const aliases = new Map<BoundaryId, Aliases>()
        for (const source of sources.slice(above + 1).toReversed())
          for (const [id, each] of (await source.aliases?.(ids)) ?? []) aliases.set(id, each)
        return aliases
      },
    }
  }
}

const MAX_NAMED = 10

const NO_DECISIONS: ReadonlyMap<BoundaryId, DecidedIdentity> = new Map()

/** The box of a country with islands in all oceans has most of the world's land. */
const MAX_BOX_DEGREES = 20

const boxesOf = (rings: Uint8Array, bbox: BBox): readonly BBox[] =>
  (bbox[2] - bbox[0] + 360) % 360 <= MAX_BOX_DEGREES ? [bbox] : polygonsOf(decodeRings(rings)).map(bboxOf)
