/** `metes create-area … --open` shows a separate page for any answer of the server. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { LandTile } from '../../src/domain/area/ports.ts'
import type { CommandOperation } from '../../src/transports/cli/host.ts'
import type { CallRequest } from '../../src/transports/client/command-call.ts'
import { assertGoodPage, launchChromium, newPerson, noChromium, type Windows } from '../support/chromium.ts'
import { run } from './cli-harness.ts'

const CREATE_AREA: CommandOperation = {
  name: 'create_area',
  group: 'areas',
  summary: 'Make an area',
  description: 'From words.',
  access: 'key',
  units: 50,
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  output: { type: 'object' },
  positional: ['text'],
  examples: [],
  long: true,
}

const square = (west: number, east: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [east, 0],
      [east, 2],
      [west, 2],
      [west, 0],
    ],
  ],
})

const HOSTILE = '<script>alert(1)</script>"\'&'
const PROPERTIES = {
  summary: `Outland, minus ${HOSTILE}; 36,900 km².`,
  text: `Outland without ${HOSTILE}`,
  country: 'AQ',
  source: HOSTILE,
  seed: { lat: 1, lon: 1 },
  area_km2: 36_900.4,
  detail: 'full',
  parts: [
    {
      role: 'include',
      text: 'Outland',
      id: 'r1',
      name: 'Outland',
      kind: 'country',
      source: 'https://www.openstreetmap.org/relation/1',
      reason: HOSTILE,
    },
    {
      role: 'exclude',
      text: HOSTILE,
      id: 'r2',
      name: HOSTILE,
      kind: 'county',
      source: 'javascript:alert(1)',
      reason: 'The county has the name.',
    },
  ],
  notes: [HOSTILE],
  planner: 'rules',
  land_only: true,
  explanation: [
    {
      reading: 'forms',
      outcome: 'chosen',
      sentences: [{ text: HOSTILE, about: 'land', form: null, places: [] }],
      phrases: [
        {
          role: 'include',
          text: 'Outland',
          level: null,
          candidates: [{ id: 'r1', name: HOSTILE, kind: 'country', country: 'AQ', chosen: true }],
          more_candidates: 0,
        },
      ],
      given_up: [],
      refused: [],
    },
  ],
  attribution: '© somebody',
}

const answers = ({ operation, input }: CallRequest): unknown => {
  if (operation === 'create_area') return { type: 'Feature', geometry: square(0, 3), properties: PROPERTIES }
  if (input.id !== 'r1') throw new Error('not known')
  return { type: 'Feature', geometry: square(0, 4), properties: { centroid: [1, 1] } }
}

const LAND: readonly LandTile[] = [{ box: [-90_000_000, -90_000_000, 90_000_000, 90_000_000], area: 'all' }]

/** Runs the command and returns the page that it opened. */
const preview = async () => {
  const opened: string[] = []
  const result = await run(['create-area', 'Outland', '--open'], {
    answer: answers,
    host: {
      operations: async () => [CREATE_AREA],
      openPage: (path) => opened.push(path),
      landIn: async () => LAND,
    },
    service: {
      call: async (request) => {
        try {
          return { ok: true, bytes: new TextEncoder().encode(JSON.stringify(answers(request))) }
        } catch (error) {
          return { ok: false, problem: { title: (error as Error).message } }
        }
      },
    },
  })
  assert.equal(result.code, 0, result.stderr)
  assert.equal(opened.length, 1)
  return { ...result, path: opened[0], page: await readFile(opened[0], 'utf8') }
}

test('the answer still goes to stdout, and the page to a folder that only its owner can read', async () => {
  const { stdout, stderr, path } = await preview()
  assert.deepEqual(JSON.parse(stdout).properties, PROPERTIES)
  assert.match(stderr, new RegExp(`Preview: ${path}`))
})

test('everything in the answer is shown as text, and only web addresses are links', async () => {
  const { page } = await preview()
  assert.doesNotMatch(page, /<script/)
  assert.doesNotMatch(page, /href="javascript/)
  assert.match(page, /href="https:\/\/www\.openstreetmap\.org\/relation\/1" rel="noopener noreferrer"/)
  assert.match(page, /Content-Security-Policy" content="default-src 'none'/)
})

test('parts are listed by role, and one without an outline is missing on the map only', async () => {
  const { page } = await preview()
  assert.match(page, /<h1>.*<\/h1>\s*<p class="lead">Outland, minus &lt;script.*; 36,900 km²\.<\/p>/)
  assert.match(page, /<h2>Included<\/h2>.*Outland.*<h2>Excluded<\/h2>.*county, excluded.*<h2>Notes<\/h2>/s)
  assert.equal(page.match(/class="part /g)?.length, 1)
  assert.match(page, /class="seed"/)
})

test('the page shows how the description was read', async () => {
  const { page } = await preview()
  assert.match(
    page,
    /<h2>How it was read<\/h2><pre class="read">Read by forms of sentences: chosen\.[\s\S]*→ r1 {2}&lt;script/,
  )
})

test('other commands have no preview', async () => {
  assert.equal((await run(['search-places', 'Vaduz', '--open'])).code, 2)
})

describe('in a browser', { skip: noChromium }, () => {
  let browser: Windows
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  test('the page is readable on a phone and on a desktop, in light and dark mode', async () => {
    const { path } = await preview()
    const page = await newPerson(browser, 'http://127.0.0.1')
    await page.goto(pathToFileURL(path).href)
    await assertGoodPage(page)
  })
})
