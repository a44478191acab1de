/** `npm run check` finds comments and documents that name what is gone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findStale } from '../scripts/references/find-stale.ts'

const FOLD = 'export const foldName = (name: string): Folded => fold(name)\nexport const MAX_NAMES = 2\n'

/** Returns `line text` of what is stale in the file, in a small project. */
const staleIn = (path: string, text: string): readonly string[] => {
  const files = new Map([
    ['src/domain/names/fold.ts', FOLD],
    ['src/ops/areas/create_area.ts', 'export const create_area = {}\n'],
    ['docs/guide/caller.md', ''],
    [path, text],
  ])
  return findStale({
    paths: [...files.keys()],
    textOf: (file) => String(files.get(file)),
    foundElsewhere: (unknown) => unknown.intersection(new Set(['Float64Array', 'readFile'])),
  }).map(({ path: at, line, text: named }) => {
    assert.equal(at, path)
    return `${line} ${named}`
  })
}

describe('a comment', () => {
  const comment = (text: string) => staleIn('src/ops/list.ts', `const before = 1\n/**\n * ${text}\n */\n`)

  for (const text of [
    '`src/domain/names/gone.ts`',
    '`domain/gone.ts`',
    '`names/gone.ts:3`',
    '`gone.ts`',
    '`domain/gone/`',
    '`src/ops/<group>/gone_*.ts`',
  ])
    test(`that names the missing path ${text} is stale`, () =>
      assert.deepEqual(comment(`See ${text}.`), [`3 ${text.slice(1, -1)}`]))

  for (const text of ['`unfoldName`', '`unfoldName()`', '`Unfolded`', '`fold.byName`', '`MAX_PLACES`'])
    test(`that names the missing name ${text} is stale`, () =>
      assert.deepEqual(comment(`Calls ${text}.`), [`3 ${text.slice(1, -1)}`]))

  test('is up to date with paths from the root, from src/ and from a room, placeholders, and known names', () => {
    const known =
      '`src/domain/names/fold.ts` `domain/names/` `names/fold.ts:2` `fold.ts` `../domain/names` `src/ops/<group>/<op_name>.ts` `src/*/names/*.ts` `names/fold.js` `foldName()` `Folded` `MAX_NAMES` `Float64Array` `create_area`'
    assert.deepEqual(comment(known), [])
  })

  test('may quote texts of callers, types of media, addresses, packages and commands', () => {
    const quoted =
      '`Orange County` `application/json` `/v1/areas` `https://a.example/x.ts` `metes/client` `@a/b` `--output` `name:de` `{"a": 1}` `a`'
    assert.deepEqual(comment(quoted), [])
  })

  test('is found beside code, and over two lines', () => {
    assert.deepEqual(staleIn('src/ops/a.ts', 'const a = 1 // as `unfoldName` has it\n'), ['1 unfoldName'])
    assert.deepEqual(comment('a `text of\n * two lines` and `unfoldName`'), ['4 unfoldName'])
    assert.deepEqual(staleIn('data/a.yaml', 'fold: 1 # see `data/gone.yaml`\n'), ['1 data/gone.yaml'])
  })

  test('does not make its own name known', () => {
    assert.deepEqual(staleIn('src/ops/a.ts', '// unfoldName is `unfoldName`\n'), ['1 unfoldName'])
  })
})

describe('a document', () => {
  test('is stale by paths, links and names, in its text only', () => {
    const text =
      'See `domain/gone.ts`, [this](gone.md#there) and `unfoldName`.\n\n    `gone.ts`\n\n```\n`gone.ts`\n```\n'
    assert.deepEqual(staleIn('docs/guide/a.md', text), [
      '1 domain/gone.ts',
      '1 gone.md#there',
      '1 unfoldName',
    ])
  })

  test('is up to date with links to files, addresses and parts of itself', () => {
    assert.deepEqual(
      staleIn(
        'docs/guide/a.md',
        '[a](caller.md#names) [b](../../src/ops) [c](https://a.example/b.md) [d](#e) [f](/account)',
      ),
      [],
    )
  })

  test('of a decision may use names of its time, and no missing paths', () => {
    assert.deepEqual(staleIn('docs/decisions/0001-a.md', '`unfoldName` in `domain/gone.ts`'), [
      '1 domain/gone.ts',
    ])
  })
})
