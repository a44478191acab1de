/**
 * Writes `written-names.tsv` and `countries.tsv`: how encyclopedias and people write the names of subdivisions and of
 * countries, and which code they mean. It asks the atlas only which codes have a boundary, never what a search finds.
 *
 *     npm install --no-save --ignore-scripts --prefix /tmp/names cldr@8.0.0 iso-3166@4.4.0
 *     node test/catalog/written-names/build.ts /tmp/names
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type AtlasCodes, readAtlasCodes } from './atlas-codes.ts'
import { type Cldr, openCldr } from './cldr.ts'
import { type Code, countryForms } from './countries.ts'
import { subdivisionForms, type WrittenForm } from './subdivisions.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

const packages = process.argv[2]
if (packages === undefined) throw new Error('usage: build.ts DIRECTORY-WITH-NODE-MODULES')

const cldr: Cldr = openCldr(packages)
const atlas: AtlasCodes = readAtlasCodes()
const iso = (await import(pathToFileURL(`${packages}/node_modules/iso-3166/1.js`).href)) as {
  iso31661: readonly Code[]
}

const SOURCE =
  '# Names: Unicode CLDR 48 (Unicode-3.0, https://www.unicode.org/license.txt), npm cldr@8.0.0; made by build.ts.'

const write = (file: string, forms: readonly WrittenForm[]) => {
  const rows = forms.map(({ query, expected, language, kind }) =>
    [query, expected, language, kind].join('\t'),
  )
  const text = [SOURCE, '# query\texpected\tlanguage\tform', ...new Set(rows)].join('\n')
  writeFileSync(`${HERE}/${file}`, `${text}\n`)
  console.log(`${file}: ${new Set(rows).size} forms, ${readFileSync(`${HERE}/${file}`).length} bytes`)
}

write('written-names.tsv', subdivisionForms(cldr, atlas))
write('countries.tsv', countryForms(cldr, atlas, iso.iso31661))
