/** Every group of `data/areas/` names the document that lists its members, and names without an agreed list have none. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

interface Group {
  readonly names: readonly unknown[]
  readonly source: string
  readonly listed_in: string
  readonly date: unknown
  readonly members: readonly string[]
  readonly except?: readonly string[]
  readonly drawn_by?: readonly string[]
  readonly composite?: boolean
  readonly reason?: string
  readonly local_names?: { readonly country: string; readonly names: readonly string[] }
}

interface Contested {
  readonly names: readonly unknown[]
  readonly reason: string
  readonly nearest: readonly string[]
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const groups: readonly Group[] = readYaml(new URL('../../data/areas/regions.yaml', import.meta.url))
const contested: readonly Contested[] = readYaml(new URL('../../data/areas/contested.yaml', import.meta.url))
const { contains }: { contains: Readonly<Record<string, string>> } = JSON.parse(
  read('territory-containment.json'),
)
const groupNames = groups.flatMap(({ names }) => names.map((name) => foldName(String(name))))

const world = suiteAreaWorld()

const isKnown = async (id: string): Promise<boolean> => {
  const reference = parseBoundaryReference(id)
  return !('problem' in reference) && (await world.catalog.find(reference)).found
}

test('every group names its source, the document and the date', () => {
  for (const { names, source, listed_in, date, composite, reason } of groups) {
    const label = String(names[0])
    assert.match(source, /^https:\/\/\S+$/, label)
    assert.ok(listed_in.length > 10 && !/wikipedia/i.test(`${source} ${listed_in}`), label)
    assert.match(String(date), /^\d{4}(-\d\d-\d\d)?$/, label)
    assert.equal(composite === true, reason !== undefined, label)
  }
})

test('the atlas has every member, listed once', async () => {
  for (const { names, members, except = [], drawn_by = [], local_names } of groups) {
    assert.equal(new Set(members).size, members.length, String(names[0]))
    for (const id of [...members, ...except, ...drawn_by, ...(local_names ? [local_names.country] : [])]) {
      assert.ok(await isKnown(id), `${names[0]}: ${id}`)
    }
  }
})

test('a name is one group or contested, once', () => {
  const seen = new Set<string>()
  const all = [
    ...groupNames,
    ...contested.flatMap(({ names }) => names.map((name) => foldName(String(name)))),
  ]
  for (const name of all) {
    assert.ok(!seen.has(name), name)
    seen.add(name)
  }
})

test('a contested name has a reason and points to groups', () => {
  for (const { names, reason, nearest } of contested) {
    assert.match(reason, /^[A-Z].+\.$/, String(names[0]))
    for (const name of nearest) assert.ok(groupNames.includes(foldName(name)), `${names[0]}: ${name}`)
  }
})

test('groups listed by CLDR are what CLDR lists, as far as the atlas has it', async () => {
  const territories = (code: string): readonly string[] =>
    contains[code].split(' ').flatMap((each) => (each in contains ? territories(each) : [each]))
  for (const { names, listed_in, members } of groups) {
    const [, codes] = /territoryContainment\.json, (.+)$/.exec(listed_in) ?? []
    if (codes === undefined) continue
    const [first, ...others] = codes.split(' and ').map(territories)
    const listed: string[] = []
    for (const code of new Set(first)) {
      if (others.every((list) => list.includes(code)) && (await isKnown(`iso:${code}`)))
        listed.push(`iso:${code}`)
    }
    assert.deepEqual([...members].sort(), listed.sort(), String(names[0]))
  }
})
