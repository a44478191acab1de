/**
 * Builds the table of countries' names that the atlas lacks: official, former, short and other names in the languages of the atlas. See
 * docs/decisions/0124-names-of-countries.md.
 *
 *     node scripts/build-country-names.ts           downloads what .cache/atlas lacks (10 MB) and writes data/names/countries.tsv
 *     node scripts/build-country-names.ts --check   builds it again and compares
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPackages } from './atlas/packages.ts'
import { readClaims, SOURCES } from './country-names/claims.ts'
import { openKnownPlaces } from './country-names/known-places.ts'
import { ownedNames } from './country-names/owned-names.ts'

const ROOT = join(import.meta.dirname, '..')
const TABLE = join(ROOT, 'data/names/countries.tsv')

async function build(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'metes-names-'))
  const claims = readClaims(openPackages(join(ROOT, '.cache/atlas')))
  const known = await openKnownPlaces(join(ROOT, 'data'), directory, claims)
  const names = ownedNames(claims, known)
  rmSync(directory, { recursive: true })
  const rows = names
    .map(({ folded, countries, name, sources }) =>
      [folded, countries.join(' '), [...sources].sort().join(''), ...(name === folded ? [] : [name])].join(
        '\t',
      ),
    )
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const legend = Object.entries(SOURCES).map(([letter, source]) => `# ${letter}: ${source}`)
  return [
    '# Names of countries that the atlas lacks; made by scripts/build-country-names.ts.',
    '# folded name, countries, sources, name as written if it differs',
    ...legend,
    ...rows,
    '',
  ].join('\n')
}

const text = await build()
if (process.argv[2] !== '--check') {
  writeFileSync(TABLE, text)
  process.stderr.write(`${text.split('\n').length} rows, ${Buffer.byteLength(text)} bytes\n`)
} else if (text !== readFileSync(TABLE, 'utf8')) {
  process.stderr.write('The table differs from what this script builds: run it without --check.\n')
  process.exitCode = 1
}
