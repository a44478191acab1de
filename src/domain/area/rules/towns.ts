/** Cities and towns without a polygon that a name may mean. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { BoundaryId } from '../../boundary/id.ts'
import { nameIn } from '../../boundary/language.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { foldName } from '../../catalog/fold.ts'
import { levelsIn } from '../../catalog/level-words.ts'
import { boundaryOfTown, townInWords } from '../../catalog/town-boundary.ts'
import type { Gazetteer, Town } from '../../gazetteer/ports.ts'
import { bboxContains } from '../../geometry/bbox.ts'
import { withoutEdges } from '../text/edges.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { MissingHere } from './fault.ts'

export interface PlacedTown extends Town {
  /** What contains it. */
  readonly containing: readonly BoundaryRecord[]
  readonly within: ReadonlySet<BoundaryId>
}

export class Towns {
  readonly #gazetteer: Pick<Gazetteer, 'named'>
  readonly #catalog: Pick<Catalog, 'reverse'>
  readonly #vocabulary: Vocabulary
  readonly #country: string | null
  readonly #placed = new Map<Town, Promise<PlacedTown>>()

  constructor(
    gazetteer: Pick<Gazetteer, 'named'>,
    catalog: Pick<Catalog, 'reverse'>,
    vocabulary: Vocabulary,
    country: string | null,
  ) {
    this.#gazetteer = gazetteer
    this.#catalog = catalog
    this.#vocabulary = vocabulary
    this.#country = country
  }

  /** The towns that the phrase may mean, the most populous first: both "the city of Zurich" and "Zurich". */
  named(text: string): readonly Town[] {
    const folded = foldName(text.replace(/\(.*$/u, ''))
    const bare = withoutEdges(folded, this.#vocabulary)
    const ofLevel = levelsIn(bare, this.#vocabulary)
      .filter(({ level, before, after }) => level.kinds.includes('city') && (before === '' || after === ''))
      .map(({ before, after }) => withoutEdges(`${before}${after}`, this.#vocabulary))
    const names = new Set([folded, bare, ...ofLevel].filter((name) => name.length >= MIN_LETTERS))
    const towns = new Set([...names].flatMap((name) => this.#gazetteer.named(name)))
    return [...towns]
      .filter(
        ({ isSection, countryCode }) =>
          !isSection && (this.#country === null || countryCode === this.#country),
      )
      .sort((a, b) => b.population - a.population)
  }

  /** Whether the words may be a town in the middle of a sentence. */
  isKnown(text: string, least = MIN_IN_PROSE): boolean {
    return this.named(text).some(({ population }) => population >= least)
  }

  /** The town that most people mean by an unknown name: a town of that name, or a city with that name in another language. */
  likeliest(text: string): Town | undefined {
    const towns = this.named(text)
    const own = towns.find(({ name }) => foldName(text).endsWith(foldName(name)))
    return own ?? towns.find(({ population }) => population >= MIN_KNOWN_ABROAD)
  }

  /** Towns of the name in one of the boundaries. */
  async inside(text: string, outer: readonly BoundaryRecord[]): Promise<readonly PlacedTown[]> {
    const near = this.named(text).filter(({ position }) =>
      outer.some(({ bbox }) => bboxContains(bbox, position)),
    )
    const placed = await Promise.all(near.slice(0, MAX_PLACED).map((town) => this.placed(town)))
    return placed.filter(({ within }) => outer.some(({ id }) => within.has(id)))
  }

  placed(town: Town): Promise<PlacedTown> {
    const known =
      this.#placed.get(town) ??
      this.#catalog
        .reverse(town.position)
        .then((containing) => ({ ...town, containing, within: new Set(containing.map(({ id }) => id)) }))
    this.#placed.set(town, known)
    return known
  }

  /** Why the name of a town is not mapped, and what to write instead. */
  async notDrawn(town: Town): Promise<MissingHere> {
    const { containing } = await this.placed(town)
    const boundary = boundaryOfTown(town, containing, this.#vocabulary)
    const advice =
      boundary.has === 'none' ? HOW_TO_GET : `Write "${nameIn(boundary.boundary, ['en'])}" for it.`
    return { missingHere: `${townInWords(town, boundary)} ${advice}` }
  }
}

export const UNKNOWN: MissingHere = { missingHere: 'No boundary of this name is known here.' }
const HOW_TO_GET = 'Import an extract that has it, or name the county or district.'

/** Smaller towns share their names with too many words. */
const MIN_IN_PROSE = 15_000
const MIN_KNOWN_ABROAD = 100_000
const MIN_LETTERS = 2

/** More namesakes in one box are not looked up one by one. */
const MAX_PLACED = 30
