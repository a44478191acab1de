/** Disputed land, and boundaries near a point, as callers see them: over REST, by the command and for whole polygons. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createArea } from '../../src/ops/areas/create_area.ts'
import { containsPoints } from '../../src/ops/boundaries/contains_points.ts'
import { getBoundary } from '../../src/ops/boundaries/get_boundary.ts'
import { reverseBoundaries } from '../../src/ops/boundaries/reverse_boundaries.ts'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'

interface Candidate {
  readonly id: string
  readonly iso: string | null
  readonly kind: string
  readonly distance_km?: number
}
interface Disputed {
  readonly area: string
  readonly claimants: readonly string[]
  readonly administered_by: readonly string[]
  readonly source: string
}
interface Condominium {
  readonly area: string
  readonly countries: readonly string[]
  readonly source: string
}
interface Reversed {
  readonly boundaries: readonly Candidate[]
  readonly nearby: readonly Candidate[]
  readonly disputed: readonly Disputed[]
  readonly condominiums: readonly Condominium[]
}

let service: AtlasService
before(async () => {
  service = await startAtlasService()
})
after(() => service.close())

const headers = () => ({ 'x-api-key': service.key })

const reverse = async (lat: number, lon: number): Promise<Reversed> => {
  const response = await service.rest(reverseBoundaries, { lat, lon }, headers())
  const text = await response.text()
  assert.equal(response.status, 200, text)
  const body: Reversed = JSON.parse(text)
  assert.deepEqual(JSON.parse(await service.command(reverseBoundaries, { lat, lon })), body)
  await assertContained(body, lat, lon)
  return body
}

/** Every listed boundary passes contains_points; no nearby one does. */
const assertContained = async ({ boundaries, nearby }: Reversed, lat: number, lon: number): Promise<void> => {
  for (const [list, inside] of [
    [boundaries, true],
    [nearby, false],
  ] as const)
    for (const { id } of list) {
      const response = await service.rpc(containsPoints, { id, points: [[lon, lat]] }, headers())
      assert.deepEqual(((await response.json()) as { inside: boolean[] }).inside, [inside], id)
    }
}

const codes = (list: readonly Candidate[]) => list.map(({ iso, id }) => iso ?? id)

const CONDOMINIUM: Condominium = {
  area: 'Condominium on the Moselle, the Sauer and the Our',
  countries: ['DE', 'LU'],
  source: 'https://en.wikipedia.org/wiki/Germany%E2%80%93Luxembourg_border',
}

describe('reverse_boundaries', () => {
  test('in Sevastopol has Russia and Ukraine, who rules there first, and the dispute', async () => {
    const { boundaries, nearby, disputed } = await reverse(44.605, 33.522)
    assert.deepEqual(codes(boundaries).slice(0, 2), ['RU', 'UA'])
    assert.deepEqual(nearby, [])
    assert.deepEqual(disputed, [
      {
        area: 'Crimea',
        claimants: ['RU', 'UA'],
        administered_by: ['RU'],
        source: 'https://en.wikipedia.org/wiki/Political_status_of_Crimea',
      },
    ])
  })

  test('on the Our has Germany and Luxembourg, whose shared land is no dispute', async () => {
    const { boundaries, disputed, condominiums } = await reverse(50.1106279, 6.1329699)
    assert.deepEqual(codes(boundaries).slice(0, 2), ['DE', 'LU'])
    assert.deepEqual(disputed, [])
    assert.deepEqual(condominiums, [CONDOMINIUM])
  })

  test('in Laayoune has Morocco and Western Sahara', async () => {
    const { boundaries, disputed } = await reverse(27.15, -13.2)
    assert.deepEqual(codes(boundaries).slice(0, 2).sort(), ['EH', 'MA'])
    assert.deepEqual(
      disputed.map(({ area }) => area),
      ['Western Sahara'],
    )
  })

  test('in Bir Tawil has no country, and says that nobody claims it', async () => {
    const { boundaries, nearby, disputed } = await reverse(21.88, 33.7)
    assert.deepEqual(
      boundaries.filter(({ kind }) => kind === 'country'),
      [],
    )
    assert.deepEqual(nearby, [])
    assert.deepEqual(
      disputed.map(({ area, claimants, administered_by }) => [area, claimants, administered_by]),
      [['Bir Tawil', [], []]],
    )
  })

  test('on the detached mole of Gibraltar, which the coastline lacks, has Gibraltar nearby', async () => {
    const { boundaries, nearby } = await reverse(36.143, -5.3685)
    assert.deepEqual(boundaries, [])
    assert.deepEqual(codes(nearby), ['GI'])
    assert.equal(nearby[0].distance_km, 0.26)
  })

  test('off San Juan has Puerto Rico and the municipality nearby, to 10 m', async () => {
    const { boundaries, nearby, disputed } = await reverse(18.475, -66.12)
    assert.deepEqual([boundaries, disputed], [[], []])
    assert.deepEqual(codes(nearby), ['PR', 'fips:72127'])
    for (const { distance_km } of nearby) assert.match(String(distance_km), /^0\.\d{1,2}$/)
  })

  test('on the high sea has nothing at all', async () => {
    const { boundaries, nearby, disputed } = await reverse(30, -40)
    assert.deepEqual([boundaries, nearby, disputed], [[], [], []])
  })
})

describe('get_boundary', () => {
  const disputedIn = async (id: string): Promise<readonly string[]> => {
    const response = await service.rest(getBoundary, { id, detail: 'low' })
    const { properties } = (await response.json()) as { properties: { disputed: readonly Disputed[] } }
    return properties.disputed.map(({ area }) => area)
  }

  test('names the disputes whose land lies in the polygon, whole or in part', async () => {
    assert.ok((await disputedIn('iso:RU')).includes('Crimea'))
    assert.ok((await disputedIn('iso:UA')).includes('Crimea'))
    assert.deepEqual(await disputedIn('iso:UA-40'), ['Crimea'], 'a part of it')
    assert.deepEqual(await disputedIn('iso:FK'), ['Falkland Islands'])
    assert.deepEqual(await disputedIn('iso:IT'), ['Summit of Mont Blanc'])
    assert.ok(
      (await disputedIn('iso:IL')).includes(
        'West Bank and Gaza Strip, and the land between the armistice lines',
      ),
    )
  })

  test('lists land that countries hold together as a condominium, not as a dispute', async () => {
    const response = await service.rest(getBoundary, { id: 'iso:LU', detail: 'low' })
    const { properties } = (await response.json()) as { properties: Omit<Reversed, 'boundaries' | 'nearby'> }
    assert.deepEqual([properties.disputed, properties.condominiums], [[], [CONDOMINIUM]])
  })

  test('names none elsewhere', async () => {
    for (const id of ['iso:DE-SN', 'iso:LI', 'iso:US-CO', 'iso:AL'])
      assert.deepEqual(await disputedIn(id), [], id)
  })
})

describe('create_area', () => {
  test('describes disputed land in a note, and lists it', async () => {
    const response = await service.rpc(createArea, { text: 'Ukraine', detail: 'low' }, headers())
    const { properties } = (await response.json()) as {
      properties: { notes: readonly string[]; disputed: readonly Disputed[] }
    }
    assert.ok(
      properties.notes.includes(
        'Disputed land in this area: Crimea, claimed by Russia and Ukraine, administered by Russia.',
      ),
      properties.notes.join('\n'),
    )
    assert.deepEqual(
      properties.disputed.map(({ area }) => area),
      ['Crimea', 'Donetsk, Kherson, Luhansk and Zaporizhzhia oblasts'],
    )
  })

  test('describes shared land in a note, and lists it apart from disputes', async () => {
    const response = await service.rpc(createArea, { text: 'Luxembourg', detail: 'low' }, headers())
    const { properties } = (await response.json()) as {
      properties: Omit<Reversed, 'boundaries' | 'nearby'> & { notes: readonly string[] }
    }
    assert.deepEqual([properties.disputed, properties.condominiums], [[], [CONDOMINIUM]])
    assert.equal(
      properties.notes.at(-1),
      'Shared land in this area: Condominium on the Moselle, the Sauer and the Our, held by Germany and Luxembourg together.',
    )
  })

  test('is silent about it elsewhere', async () => {
    const response = await service.rpc(
      createArea,
      { text: 'Saxony', country: 'DE', detail: 'low' },
      headers(),
    )
    const { properties } = (await response.json()) as {
      properties: { notes: readonly string[]; disputed: readonly Disputed[] }
    }
    assert.deepEqual([properties.disputed, properties.notes], [[], []])
  })
})
