/** Answers of create_area to plans of any planner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanPart } from '../../src/domain/area/plan.ts'
import type { Planner } from '../../src/domain/area/ports.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { BASE_URL, KEY, startService } from '../registry/made-up-service.ts'
import { LAND, madeUpCatalog, PROVINCE, TOWN } from '../registry/made-up-world.ts'

const part = (boundary: BoundaryRecord, ...except: readonly PlanPart[]): PlanPart => ({
  text: `the land of ${boundary.name}`,
  boundary,
  reason: 'It is said so.',
  except,
})

const planning = (...parts: readonly PlanPart[]): Planner => ({
  plan: async () => ({ ok: true, plan: { parts, notes: ['A note.'] }, planner: 'rules' }),
})

interface Feature {
  readonly geometry: { readonly type: string } | null
  readonly properties: {
    readonly [name: string]: unknown
    readonly parts: readonly {
      readonly role: string
      readonly id: string
      readonly name: string
      readonly local_name: string
    }[]
    readonly notes: readonly string[]
  }
}

interface Answer extends Feature {
  readonly download_url?: string
  readonly code?: string
  readonly unmapped?: readonly object[]
}

const ask = async (
  options: Parameters<typeof startService>[0],
  input: object = {},
  headers: Readonly<Record<string, string>> = {},
) => {
  const service = await startService(options)
  const response = await fetch(`${service.url}/v1/areas`, {
    method: 'POST',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ text: 'some land', ...input }),
  })
  const body = (await response.json()) as Answer
  const file =
    body.download_url === undefined
      ? null
      : ((await (await fetch(body.download_url.replace(BASE_URL, service.url))).json()) as Feature)
  await service.close()
  return { status: response.status, body, file }
}

test('parts are listed in the order of the plan with words, reason, source and the name in the description', async () => {
  const planner = planning(part(PROVINCE, part(LAND, part(TOWN))))
  const { status, body } = await ask(
    { planner },
    { source: 'Annex 2', country: 'aq' },
    { 'Accept-Language': 'en' },
  )
  assert.equal(status, 200)
  const { parts, ...properties } = body.properties
  assert.deepEqual(parts[0], {
    role: 'include',
    text: 'the land of Fyrir',
    id: 'r2',
    name: 'Fyrir',
    local_name: 'Fyrir',
    kind: 'province',
    admin_level: 4,
    source: 'https://www.openstreetmap.org/relation/1',
    reason: 'It is said so.',
  })
  assert.deepEqual(
    parts.map(({ role, id }) => [role, id]),
    [
      ['include', 'r2'],
      ['exclude', 'r1'],
      ['include', 'w3'],
    ],
  )
  assert.deepEqual(
    [properties.text, properties.country, properties.source, properties.seed, properties.planner],
    ['some land', 'AQ', 'Annex 2', null, 'rules'],
  )
  assert.equal(properties.notes[0], 'A note.')
})

test('the summary names included and excluded parts, in English where they have English names', async () => {
  const { body } = await ask({ planner: planning(part(LAND, part(PROVINCE, part(TOWN)))) })
  assert.match(
    String(body.properties.summary),
    /^Outland, minus Fore \(province of Antarctica\), but with Býr \(city in Fore\) back in; [\d,]+ km²\.$/,
  )
})

test("a part that no words name has the reader's name, beside the local one", async () => {
  const planner = planning({ ...part(PROVINCE), text: 'the far side' })
  const { body } = await ask({ planner }, {}, { 'Accept-Language': 'en' })
  const { name, local_name: localName } = body.properties.parts[0]
  assert.deepEqual([name, localName], ['Fore', 'Fyrir'])
})

test('an area is drawn in full detail by default', async () => {
  const planner = planning(part(LAND))
  const asked = [{}, { detail: 'low' }, { precision: 3 }, { detail: 'high', precision: 7 }]
  const answers = await Promise.all(asked.map((input) => ask({ planner }, input)))
  assert.deepEqual(
    answers.map(({ body: { properties } }) => [properties.detail, properties.precision]),
    [
      ['full', 7],
      ['low', 4],
      ['full', 3],
      ['high', 7],
    ],
  )
})

test('a part inside another one is noted, unless it returns from an exclusion', async () => {
  const within = await ask({ planner: planning(part(LAND), part(TOWN)) })
  assert.deepEqual(within.body.properties.notes, [
    'A note.',
    '"the land of Býr" lies in "the land of Utland" and adds nothing.',
  ])
  const back = await ask({ planner: planning(part(LAND, part(PROVINCE)), part(TOWN)) })
  assert.doesNotMatch(back.body.properties.notes.join(), /lies in/)
})

test('an empty area is refused', async () => {
  const { status, body } = await ask({ planner: planning(part(PROVINCE, part(LAND))) })
  assert.deepEqual([status, body.code], [422, 'empty_area'])
})

test('a polygon that does not contain the point that must be inside is refused', async () => {
  const { status, body } = await ask({ planner: planning(part(TOWN)) }, { seed: { lat: 5, lon: 5 } })
  assert.deepEqual([status, body.code], [422, 'unmappable_area'])
  assert.deepEqual(body.unmapped, [
    {
      text: 'some land',
      reason: 'The point that must be inside (lat 5, lon 5) is not in the area that the text describes.',
      candidates: [],
    },
  ])
})

test('an area too large for an answer is a file with the properties of its land', async () => {
  const { status, body, file } = await ask({ planner: planning(part(LAND)), maxInlineBytes: 2_000 })
  assert.equal(status, 200)
  assert.equal(body.geometry, null)
  const { area_km2: km2, vertices, attribution } = body.properties
  assert.deepEqual(
    [file?.properties.area_km2, file?.properties.vertices, file?.properties.attribution],
    [km2, vertices, attribution],
  )
  assert.equal(file?.geometry?.type, 'Polygon')
})

test('boundaries with more points than a thread can take are refused before any work', async () => {
  const vast = { ...LAND, vertices: 6_000_000 }
  const catalog = { ...madeUpCatalog(), geometries: () => Promise.reject(new Error('asked for a polygon')) }
  const { status, body } = await ask({ planner: planning(part(vast)), catalog })
  assert.deepEqual([status, body.code], [413, 'too_large'])
})
