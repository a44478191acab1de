/** Seeded questions to a catalog; each resolves to the number of its answers, as a check that the work was done. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { BoundarySource } from '../../src/domain/catalog/ports.ts'
import type { SearchQuestion } from '../../src/domain/catalog/search-question.ts'
import { type Random, seededRandom } from '../../test/support/shapes.ts'

export interface Series {
  readonly name: string
  readonly questions: readonly (() => Promise<number>)[]
}

const ASKED = 2_000
const SAMPLED = 1_000
const NUMBERED = 500_000

export const planetQuestions = async (
  source: BoundarySource,
  catalog: Catalog,
): Promise<readonly Series[]> => {
  const random = seededRandom(42)
  const ids = Array.from({ length: SAMPLED }, () => `r${1 + Math.floor(random() * NUMBERED)}` as BoundaryId)
  const sample = await source.records(ids)
  const upper = (await Promise.all(sample.slice(0, 200).map((record) => parentsOf(source, record)))).flat()
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]

  const searches = (texts: () => Partial<SearchQuestion> & { text: string }) => () => {
    const question = { countries: [], kind: null, adminLevel: null, near: null, limit: 10, ...texts() }
    return async () => (await catalog.search(question)).length
  }
  const anyName = (): string => {
    const { name, names } = pick(sample)
    return pick([name, ...Object.values(names)])
  }
  const kinds: Readonly<Record<string, () => () => Promise<number>>> = {
    'search name': searches(() => ({ text: anyName() })),
    'search name, parent': searches(() => {
      const { name, parents } = pick(sample.filter(({ parents }) => parents.length > 0))
      return { text: `${name}, ${pick(parents).name}` }
    }),
    'search name parent': searches(() => {
      const { name, parents } = pick(sample.filter(({ parents }) => parents.length > 0))
      return { text: `${name} ${pick(parents).name}` }
    }),
    'search beginning': searches(() => ({ text: anyName().slice(0, 1 + Math.floor(random() * 4)) })),
    'search typo': searches(() => ({ text: misspelt(anyName(), random) })),
    'search common word': searches(() => ({
      text: pick(['County', 'san', 'district county', 'new', 'Saint']),
    })),
    'search filtered': searches(() => ({
      text: anyName(),
      countries: [pick(sample).country ?? 'AA'],
      kind: 'municipality',
    })),
    'search near': searches(() => ({ text: anyName(), near: pick(sample).centroid })),
  }
  const reverse = () => {
    const { centroid, bbox } = pick(sample)
    const [lon, lat] = [
      centroid[0] + (random() - 0.5) * (bbox[2] - bbox[0]),
      centroid[1] + (random() - 0.5) * (bbox[3] - bbox[1]),
    ]
    return async () => (await catalog.reverse([lon, lat])).length
  }
  const children = () => {
    const parent = pick(upper)
    return async () => (await catalog.children(parent, null)).children.length
  }
  const mixed = Object.values(kinds)
  return [
    seriesOf('reverse, cold', reverse),
    seriesOf('reverse', reverse),
    ...Object.entries(kinds).map(([name, make]) => seriesOf(name, make, ASKED / 10)),
    seriesOf('search, all kinds', () => pick(mixed)()),
    seriesOf('list_children', children),
  ]
}

const seriesOf = (name: string, make: () => () => Promise<number>, asked = ASKED): Series => ({
  name,
  questions: Array.from({ length: asked }, make),
})

const parentsOf = async (
  source: BoundarySource,
  { parents }: BoundaryRecord,
): Promise<readonly BoundaryRecord[]> => source.records(parents.map(({ id }) => id))

/** One letter left out, doubled, or swapped with the next. */
const misspelt = (name: string, random: Random): string => {
  const at = Math.floor(random() * (name.length - 1))
  const slips = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at] + name.slice(at),
    name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
  ]
  return slips[Math.floor(random() * slips.length)]
}
