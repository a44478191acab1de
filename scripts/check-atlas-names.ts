/** Checks the names of the committed atlas: none is borrowed or damaged, and each alias has its sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BoundaryId } from '../src/domain/boundary/id.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { openBundledGazetteer } from '../src/sources/gazetteer/bundled-gazetteer.ts'
import { loadNameWords } from '../src/sources/names/load-name-words.ts'
import { borrowedNames } from './atlas/borrowed-names.ts'
import { namedPlaces } from './atlas/drop-borrowed-names.ts'
import { readAliasTable } from './atlas/name-alias-table.ts'
import { keyOf, readNameRules } from './atlas/name-rules.ts'
import { hasDebris } from './atlas/own-names.ts'
import { openAtlasReader } from './reference/atlas-reader.ts'

const DATA = join(import.meta.dirname, '../data')
const ATLAS = join(DATA, 'atlas')

const aliases = readAliasTable(readFileSync(join(ATLAS, 'aliases.tsv'), 'utf8'))
const { records, close } = await openAtlasReader(ATLAS)
await close()
const file = new DatabaseSync(await unpackedAtlas(ATLAS, ATLAS), { readOnly: true })
const storedNames = new Map(
  file
    .prepare('select id, other_names from boundary')
    .all()
    .map(({ id, other_names }) => [id as BoundaryId, JSON.parse(String(other_names || '[]')) as string[]]),
)
const rings = file.prepare(
  'select rings from boundary join boundary_geometry using (key) where boundary.id = ?',
)

const places = namedPlaces(
  records
    .toSorted((a, b) => a.parents.length - b.parents.length)
    .map((record) => ({
      record,
      otherNames: aliases.get(record.id) ?? [],
      readRings: () => decodeRings(rings.get(record.id)!.rings as Uint8Array),
    })),
)
const borrowed = borrowedNames(places, {
  towns: await openBundledGazetteer(join(DATA, 'gazetteer'), ATLAS),
  words: loadNameWords(join(DATA, 'names')),
  areNamesakes: readNameRules(join(ATLAS, 'names.yaml')).areNamesakes,
})
file.close()

const problems = [
  ...borrowed.map(({ place, name, reason }) => `${keyOf(place)} ${place.name}: "${name}" is ${reason}.`),
  ...records.flatMap(({ id, name, names }) => {
    const stored = storedNames.get(id) ?? []
    const known = new Set((aliases.get(id) ?? []).map((other) => other.name))
    return [
      ...[name, ...Object.values(names), ...stored]
        .filter(hasDebris)
        .map((each) => `${id}: "${each}" is damaged.`),
      ...stored
        .filter((each) => !known.has(each))
        .map((each) => `${id}: aliases.tsv has no source of "${each}".`),
    ]
  }),
]
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
