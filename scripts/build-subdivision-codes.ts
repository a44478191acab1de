/**
 * Builds the table of the codes of ISO 3166-2 in force, by which a search says what a code without a boundary means.
 *
 *     node scripts/build-subdivision-codes.ts           downloads what .cache/atlas lacks and writes data/names/subdivision-codes.tsv
 *     node scripts/build-subdivision-codes.ts --check   builds it again and compares
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIsoCodes } from './atlas/iso-codes.ts'
import { openPackages } from './atlas/packages.ts'

const ROOT = join(import.meta.dirname, '..')
const TABLE = join(ROOT, 'data/names/subdivision-codes.tsv')

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

const retired = new Set(
  readFileSync(join(ROOT, 'data/names/retired-codes.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t')[0]),
)

const iso = await readIsoCodes(openPackages(join(ROOT, '.cache/atlas')))
const rows = [
  ...Object.entries(ADDED),
  ...[...iso.inForce.values()].filter(({ code }) => !retired.has(code)).map(({ code, name }) => [code, name]),
].map((row) => row.join('\t'))
const text = [
  '# Codes of ISO 3166-2 in force with their names, from the package iso-3166 (MIT); made by scripts/build-subdivision-codes.ts.',
  '# code, name',
  ...rows.sort(),
  '',
].join('\n')

if (process.argv[2] !== '--check') {
  writeFileSync(TABLE, text)
  process.stderr.write(`${rows.length} codes, ${Buffer.byteLength(text)} bytes\n`)
} else if (text !== readFileSync(TABLE, 'utf8')) {
  process.stderr.write('The table differs from what this script builds: run it without --check.\n')
  process.exitCode = 1
}
