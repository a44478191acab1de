/**
 * Combines sources in layers: a boundary in a higher layer hides the same place in lower ones. Two boundaries are the same
 * place if they have the same id, if the higher one supersedes the lower one, or if the higher source covers the country.
 */

import { type Lazy, type LazyByVersion, lazily, lazilyByVersion } from '../../util/lazily.ts'
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import type { BoundaryRecord, BoundarySummary, ParentRef } from '../boundary/boundary.ts'
import { parentRefOf } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import type { BoundarySource, BoundaryStore, Overrides } from './ports.ts'
import { keptRecords } from './record-cache.ts'
import type { Standing } from './standing.ts'

/** A store, or a source that has no lower layers to hide. */
export type LayerSource = BoundarySource &
  Partial<Pick<BoundaryStore, 'isDeleted' | 'decisions' | 'hasUnconfirmed'>>

export class Layers {
  /** The highest first. */
  readonly sources: readonly LayerSource[]
  #latest: Versions = { ofSources: [], text: '' }
  readonly #view = lazilyByVersion((_, versions: Versions) => this.#readView(versions), MAX_VERSIONS)
  readonly #layers: readonly LazyByVersion<Layer>[]
  #replacements = replacementsOf([])

  constructor(sources: readonly LayerSource[]) {
    this.sources = sources
    this.#layers = sources.map((source) => {
      let overrides = NO_OVERRIDES
      return lazilyByVersion(async () => {
        const read = (await source.overrides?.()) ?? NO_OVERRIDES
        if (!areSame(overrides, read)) overrides = read
        const unconfirmed = lazily(async () => (await source.hasUnconfirmed?.()) ?? false)
        return { source, overrides, records: keptRecords(source), unconfirmed }
      }, MAX_VERSIONS)
    })
  }

  /**
   * Returns the identical string while nothing changes: every cached answer has it in its key, and the engine compares
   * copies letter by letter.
   */
  version(): NowOrLater<string> {
    return thenOrNow(this.#versions(), ({ text }) => text)
  }

  #versions(): NowOrLater<Versions> {
    const isKnown = this.sources.every((source, index) => source.version() === this.#latest.ofSources[index])
    return isKnown ? this.#latest : this.#readVersions()
  }

  async #readVersions(): Promise<Versions> {
    const ofSources = await Promise.all(this.sources.map((source) => source.version()))
    const text = ofSources.join('~')
    if (text !== this.#latest.text) this.#latest = { ofSources, text }
    return this.#latest
  }

  /** Returns the current view: what each layer hides. */
  async view(): Promise<LayerView> {
    const versions = await this.#versions()
    return this.#view.get(versions.text, versions)
  }

  /**
   * Reuses the views of unchanged sources: a fetched boundary changes one source, and the others may hide whole countries.
   */
  async #readView({ ofSources }: Versions): Promise<LayerView> {
    const layers = await Promise.all(this.#layers.map((layer, index) => layer.get(ofSources[index])))
    const overrides = layers.map((layer) => layer.overrides)
    if (overrides.some((each, index) => each !== this.#replacements.overrides[index]))
      this.#replacements = replacementsOf(overrides)
    return new LayerView(layers, this.#replacements)
  }
}

/** Of all sources at one moment. */
interface Versions {
  readonly ofSources: readonly string[]
  readonly text: string
}

/** Calls that began before a catalog was replaced go on with the former one. */
export const MAX_VERSIONS = 2

/** One source in one version. */
interface Layer {
  readonly source: LayerSource
  readonly overrides: Overrides
  readonly records: BoundarySource['records']
  readonly unconfirmed: Lazy<boolean>
}

interface Replacements {
  /** One entry for each layer, in their order. */
  readonly overrides: readonly Overrides[]
  /** Boundaries that replace one of a lower source, in any layer. */
  readonly confirmed: ReadonlySet<BoundaryId>
  /** Final successor of each superseded boundary. */
  readonly successors: ReadonlyMap<BoundaryId, BoundaryId>
  readonly supersededBy: ReadonlyMap<BoundaryId, readonly BoundaryId[]>
}

const replacementsOf = (overrides: readonly Overrides[]): Replacements => {
  const successors = lastSuccessors(overrides)
  const supersededBy = new Map<BoundaryId, BoundaryId[]>()
  for (const [lower, higher] of successors) {
    const others = supersededBy.get(higher)
    if (others === undefined) supersededBy.set(higher, [lower])
    else others.push(lower)
  }
  const confirmed = new Set(overrides.flatMap(({ superseded }) => [...superseded.values()]))
  return { overrides, confirmed, successors, supersededBy }
}

const areSame = (a: Overrides, b: Overrides): boolean =>
  a.superseded.size === b.superseded.size &&
  a.coveredCountries.size === b.coveredCountries.size &&
  [...a.coveredCountries].every((country) => b.coveredCountries.has(country)) &&
  [...a.superseded].every(([id, successor]) => b.superseded.get(id) === successor)

const NO_OVERRIDES: Overrides = { superseded: new Map(), coveredCountries: new Set() }

export class LayerView {
  readonly sources: readonly LayerSource[]
  readonly #layers: readonly Layer[]
  readonly #replacements: Replacements

  constructor(layers: readonly Layer[], replacements: Replacements) {
    this.sources = layers.map(({ source }) => source)
    this.#layers = layers
    this.#replacements = replacements
  }

  /** Returns the ids of the same place in all sources: its own, and those that it supersedes. */
  idsOf(id: BoundaryId): readonly BoundaryId[] {
    return [id, ...(this.#replacements.supersededBy.get(id) ?? [])]
  }

  /** Returns the boundary that replaces a superseded one; null if it is not superseded. */
  successorOf(id: BoundaryId): BoundaryId | null {
    return this.#replacements.successors.get(id) ?? null
  }

  /**
   * An import that has the whole country confirms its own boundaries, and none that was fetched: it hides those, except for
   * countries.
   */
  standingOf({ id, origin, country }: Pick<BoundarySummary, 'id' | 'origin' | 'country'>): Standing {
    if (origin === 'atlas' || this.#replacements.confirmed.has(id)) return 'confirmed'
    if (origin === 'live') return 'fetched'
    return this.isCovered(this.sources.length, country) ? 'confirmed' : 'imported'
  }

  /**
   * True for a boundary that anyone may have drawn on the map: no lower source knows the place, and no import has the whole
   * country.
   */
  isUnconfirmed(boundary: BoundarySummary): boolean {
    return this.standingOf(boundary) !== 'confirmed'
  }

  /** True if some boundary has this standing; rarely also if only hidden ones have it. */
  async has(standing: Exclude<Standing, 'confirmed'>): Promise<boolean> {
    const layers = this.#layers.filter(
      ({ source }) => source.origin === (standing === 'fetched' ? 'live' : 'extract'),
    )
    return (await Promise.all(layers.map(({ unconfirmed }) => unconfirmed.get()))).includes(true)
  }

  /** True if a source above the layer covers the whole country. */
  isCovered(layer: number, country: string | null): boolean {
    return (
      country !== null &&
      this.#replacements.overrides
        .slice(0, layer)
        .some(({ coveredCountries }) => coveredCountries.has(country))
    )
  }

  /** Returns the boundaries of a layer that no higher layer hides. */
  async visible<B extends BoundarySummary>(layer: number, boundaries: readonly B[]): Promise<readonly B[]> {
    const higher = this.#replacements.overrides.slice(0, layer)
    const candidates = boundaries.filter(
      ({ id, kind, country }) =>
        !higher.some(({ superseded }) => superseded.has(id)) &&
        (kind === 'country' || !this.isCovered(layer, country)),
    )
    if (layer === 0 || candidates.length === 0) return candidates
    const known = await this.records(
      candidates.map(({ id }) => id),
      layer,
    )
    return candidates.filter(({ id }) => !known.has(id))
  }

  /** Returns one source's records of these ids, in any order. */
  recordsOf(layer: number, ids: readonly BoundaryId[]): Promise<readonly BoundaryRecord[]> {
    return this.#layers[layer].records(ids)
  }

  /** Returns records by id, each from the highest of the first `layers` sources that has it. */
  async records(
    ids: readonly BoundaryId[],
    layers = this.sources.length,
  ): Promise<ReadonlyMap<BoundaryId, BoundaryRecord>> {
    const found = new Map<BoundaryId, BoundaryRecord>()
    for (let layer = 0; layer < layers && found.size < ids.length; layer++) {
      const missing = ids.filter((id) => !found.has(id))
      for (const record of await this.recordsOf(layer, missing)) found.set(record.id, record)
    }
    return found
  }

  /** Replaces superseded parents of the records by their successors, so that every parent can be looked up. */
  async withCurrentParents(records: readonly BoundaryRecord[]): Promise<readonly BoundaryRecord[]> {
    const successors = new Set<BoundaryId>()
    for (const { parents } of records) {
      for (const { id } of parents) {
        const successor = this.successorOf(id)
        if (successor !== null) successors.add(successor)
      }
    }
    if (successors.size === 0) return records
    const current = await this.records([...successors])
    const currentOf = (parent: ParentRef): ParentRef => {
      const successor = this.successorOf(parent.id)
      const record = successor === null ? undefined : current.get(successor)
      return record === undefined ? parent : parentRefOf(record)
    }
    return records.map((record) => ({ ...record, parents: record.parents.map(currentOf) }))
  }
}

/**
 * Returns the final successor of each superseded boundary: the id of an earlier atlas leads to the current atlas's id, and
 * from there to the imported boundary.
 */
const lastSuccessors = (overrides: readonly Overrides[]): ReadonlyMap<BoundaryId, BoundaryId> => {
  // The highest source wins, so it is written last.
  const next = new Map(overrides.toReversed().flatMap(({ superseded }) => [...superseded]))
  const last = new Map<BoundaryId, BoundaryId>()
  for (const lower of next.keys()) {
    const passed = new Set([lower])
    let successor = lower
    for (let id = next.get(lower); id !== undefined && !passed.has(id); id = next.get(id)) {
      passed.add(id)
      successor = id
    }
    if (successor !== lower) last.set(lower, successor)
  }
  return last
}
