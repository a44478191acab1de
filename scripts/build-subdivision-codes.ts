/**
 * Builds the table of the codes of ISO 3166-2 in force, by which a search says what a code without a boundary means, and the index
 * of names of these and of the retired codes. Run it after every change of data/names/retired-codes.tsv.
 *
 *     node scripts/build-subdivision-codes.ts           downloads what .cache/atlas lacks and writes data/names/subdivision-codes.tsv and code-names.tsv
 *     node scripts/build-subdivision-codes.ts --check   builds them again and compares
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldName } from '../src/domain/catalog/fold.ts'
import { readIsoCodes } from './atlas/iso-codes.ts'
import { openPackages } from './atlas/packages.ts'

const ROOT = join(import.meta.dirname, '..')
const NAMES = join(ROOT, 'data/names')

/** Counties of Norway since 2024, which the package lacks: https://en.wikipedia.org/wiki/Counties_of_Norway */
const ADDED = {
  'NO-31': 'Østfold',
  'NO-32': 'Akershus',
  'NO-33': 'Buskerud',
  'NO-39': 'Vestfold',
  'NO-40': 'Telemark',
  'NO-55': 'Troms',
  'NO-56': 'Finnmark',
}

/** Code and names of each retired code. */
const retired = new Map(
  readFileSync(join(NAMES, 'retired-codes.tsv'), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t'))
    .map(([code, names]) => [code, names.split('|')]),
)

const iso = await readIsoCodes(openPackages(join(ROOT, '.cache/atlas')))
const inForce = [
  ...Object.entries(ADDED),
  ...[...iso.inForce.values()]
    .filter(({ code }) => !retired.has(code))
    .map(({ code, name }) => [code, name] as const),
]
const claims = [
  ...inForce.map(([code, name]) => ({ code, folded: foldName(name) })),
  ...[...retired].flatMap(([code, names]) => names.map((name) => ({ code, folded: foldName(name) }))),
]
const named = [...Map.groupBy(claims, ({ folded }) => folded)].map(([folded, same]) => [
  folded,
  [...new Set(same.map(({ code }) => code))].join(' '),
])

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    ...header,
    ...rows.map((row) => row.join('\t')).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    '',
  ].join('\n')

const TABLES = {
  'subdivision-codes.tsv': tableOf(
    [
      '# Codes of ISO 3166-2 in force with their names, from the package iso-3166 (MIT); made by scripts/build-subdivision-codes.ts.',
      '# code, name',
    ],
    inForce,
  ),
  'code-names.tsv': tableOf(
    [
      '# Names of the codes in subdivision-codes.tsv and retired-codes.tsv; made by scripts/build-subdivision-codes.ts.',
      '# folded name, codes',
    ],
    named,
  ),
}

for (const [file, text] of Object.entries(TABLES)) {
  if (process.argv[2] !== '--check') {
    writeFileSync(join(NAMES, file), text)
    process.stderr.write(`${file}: ${Buffer.byteLength(text)} bytes\n`)
  } else if (text !== readFileSync(join(NAMES, file), 'utf8')) {
    process.stderr.write(`${file} differs from what this script builds: run it without --check.\n`)
    process.exitCode = 1
  }
}
