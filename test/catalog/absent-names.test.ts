/** Names that no boundary has are asked for together: that saves queries, and changes no answer. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { BoundarySource } from '../../src/domain/catalog/ports.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openLexicon } from '../../src/sources/names/bundled-lexicon.ts'
import { seededRandom } from '../support/shapes.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'metes-absent-names-'))
const { source, close } = await openBundledAtlas(`${DATA}/atlas`, directory)
after(async () => {
  await close()
  rmSync(directory, { recursive: true })
})

const lexicon = openLexicon(DATA, directory)
const catalogOf = (names: BoundarySource) =>
  createCatalog({
    sources: [names],
    polygonBytes: 1e6,
    disputes: createDisputes(async () => []),
    lexicon,
  })

/** A source whose `namesAmong` is another. */
const answering = (namesAmong: BoundarySource['namesAmong']): BoundarySource =>
  new Proxy(source, {
    get: (target, member) => {
      if (member === 'namesAmong') return namesAmong
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const NAMES = ['Springfield', 'Paris', 'Cordoba', 'Texas', 'Georgia', 'Santa Cruz', 'La Paz', 'Wien', '東京']
const AROUND = [
  'Illinois',
  'Texas',
  'France',
  'Argentina',
  'the United States',
  'Kanton Luzern',
  '日本',
  'Utopia',
]
const LEVELS = ['', 'Province of ', 'County ', 'the ']
const JOINS = [', ', ' ', ' in ', ' (']

const random = seededRandom(7)
const oneOf = (of: readonly string[]): string => of[Math.floor(random() * of.length)]
const queries = Array.from({ length: 300 }, () => {
  const text = `${oneOf(LEVELS)}${oneOf(NAMES)}${oneOf(JOINS)}${oneOf(AROUND)}`
  const letter = Math.floor(random() * text.length)
  return random() < 0.7 ? text : text.slice(0, letter) + text.slice(letter + 1)
})

const answersOf = async (catalog: ReturnType<typeof catalogOf>): Promise<readonly string[]> => {
  const answers: string[] = []
  for (const text of queries) {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10 }
    const found = await catalog.search(question)
    answers.push(`${text}: ${found.map(({ record, match }) => `${record.id} ${match}`).join(', ')}`)
  }
  return answers
}

test('answers are those of a source in which no name is known to be absent', async () => {
  let asked = 0
  const counting = answering(async (names) => {
    asked += names.length
    return source.namesAmong(names)
  })
  const all = answering(async (names) => names)
  assert.deepEqual(await answersOf(catalogOf(counting)), await answersOf(catalogOf(all)))
  assert.ok(asked > 1_000)
})
