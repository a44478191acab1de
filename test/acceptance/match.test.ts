/** `metes match` as a command of its own, on real files. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../support/service.ts'

let metes: Installation
let folder: string
before(async () => {
  metes = await install()
  folder = await mkdtemp(join(tmpdir(), 'metes-match-'))
})
after(async () => {
  await metes?.remove()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)
const read = (name: string): Promise<string> => readFile(at(name), 'utf8')
const match = (...args: string[]) => metes.runHere(['match', ...args])

test('matched rows are written with their ids, and all others with their candidates, as they are in the file', async () => {
  await writeFile(
    at('a.csv'),
    '\ufeffname;country;note\r\n"Los\nAngeles County";US;"x;y"\r\nSuffolk County;US;\r\n;;\r\n06059;;=1\r\nSuffolk County;US;again\r\nSpringfield;US;\r\n',
  )
  const { code, stdout, stderr } = await match(at('a.csv'), '--output', at('out.csv'))
  assert.deepEqual([code, stdout], [0, ''])
  assert.equal(
    await read('out.csv'),
    '\ufeffname;country;note;id;score;reason\r\n"Los\nAngeles County";US;"x;y";fips:06037;1;name\r\n06059;;=1;fips:06059;1;code\r\n',
  )
  const several =
    '2 boundaries fit equally well. Add the country, the level or the parent, or write the id in place of the name.'
  const candidates =
    '"fips:36103 Suffolk County, New York, United States; fips:25025 Suffolk County, Massachusetts, United States"'
  const [header, first, empty, again, springfield] = (await read('out.csv.rejected')).split('\r\n')
  assert.deepEqual(
    [header, first, empty, again],
    [
      '\ufeffname;country;note;rejected_because;candidates',
      `Suffolk County;US;;${several};${candidates}`,
      ';;;The row is empty.;',
      `Suffolk County;US;again;${several};${candidates}`,
    ],
  )
  assert.match(
    springfield,
    /^Springfield;US;;"?Springfield is a city in Greene County, .*;fips:29077 Greene County, /,
  )
  assert.match(stderr, new RegExp(`(?:^|\\n)Line 4: ${several}\\nLine 5: The row is empty\\.\\n`))
  assert.match(
    stderr,
    /\n6 rows in \d+:\d+: 2 matched, of them 0 with typing errors, 4 rejected\.\n.*Census.*\n$/,
  )
})

test('without an output, the rows are on standard output', async () => {
  await writeFile(at('b.tsv'), 'Kreis\tStaat\n06037\tUSA\n')
  const { code, stdout } = await match(at('b.tsv'), '--name', 'Kreis', '--country', 'Staat')
  assert.deepEqual([code, stdout], [0, 'Kreis\tStaat\tid\tscore\treason\n06037\tUSA\tfips:06037\t1\tcode\n'])
})

test('if no row has a match, the command fails, and only the candidates are written', async () => {
  await writeFile(at('none.csv'), 'name,country\nSuffolk County,US\n')
  const { code, stderr } = await match(at('none.csv'), '--output', at('none-out.csv'))
  assert.equal(code, 1)
  assert.match(stderr, /The only row has no match, so no output is written\.\n$/)
  assert.match(await read('none-out.csv.rejected'), /\nSuffolk County,US,.*fips:36103 Suffolk County/)
  assert.ok(!(await readdir(folder)).includes('none-out.csv'))
})

test('rejected rows of an earlier run disappear', async () => {
  await writeFile(at('c.csv'), 'name\n06037\n')
  await writeFile(at('c-out.csv.rejected'), 'old')
  assert.equal((await match(at('c.csv'), '-o', at('c-out.csv'))).code, 0)
  assert.ok(!(await readdir(folder)).includes('c-out.csv.rejected'))
})

test('what cannot be matched as a whole is refused with a sentence, and no file is left', async () => {
  const before = await readdir(folder)
  for (const [file, content, args, code, sentence] of [
    ['id.csv', 'name,id\nx,1\n', [], 1, /The file already has a column id\. Rename or delete it\./],
    ['no-name.csv', 'a,b\nx,1\n', [], 1, /No column is called name: .* The columns are a, b\./],
    ['twice.csv', 'name,Name\nx,1\n', [], 1, /Two columns are called "Name"\. Rename one, /],
    ['unknown.csv', 'name\nx\n', ['--parent', 'state'], 1, /No column is called "state"\./],
    ['empty.csv', '', [], 1, /The file is empty\./],
    [
      'utf16.csv',
      Buffer.from('name\nx\n', 'utf16le'),
      [],
      1,
      /zero bytes, like text in UTF-16\. .*--encoding/,
    ],
    ['latin1.csv', Buffer.from('näme\nx\n', 'latin1'), [], 1, /not in UTF-8\. State .*--encoding/],
    ['table.xlsx', 'x', [], 2, /table\.xlsx is no CSV file\. Save an Excel file as "CSV UTF-8" first\./],
    ['missing.csv', null, [], 1, /missing\.csv/],
  ] as const) {
    if (content !== null) await writeFile(at(file), content)
    const result = await match(at(file), ...args, '-o', at('refused.csv'))
    assert.equal(result.code, code, `${file}: ${result.stderr}`)
    assert.match(result.stderr, sentence)
    await rm(at(file), { force: true })
  }
  assert.deepEqual(await readdir(folder), before)
})

test('neither written file may be the one that is read', async () => {
  await writeFile(at('same.csv.rejected'), 'name\n06037\n')
  for (const [input, output] of [
    ['same.csv.rejected', 'same.csv.rejected'],
    ['same.csv.rejected', 'same.csv'],
  ] as const) {
    const { code, stderr } = await match(at(input), '-o', at(output))
    assert.equal(code, 2)
    assert.match(stderr, /would replace the file that it reads/)
  }
  assert.equal(await read('same.csv.rejected'), 'name\n06037\n')
})

test('a table without rows is written with its columns', async () => {
  await writeFile(at('header.csv'), 'name')
  const { code, stdout, stderr } = await match(at('header.csv'))
  assert.deepEqual(
    [code, stdout, stderr],
    [0, 'name,id,score,reason\n', 'The file has no rows, so there was nothing to match.\n'],
  )
})
