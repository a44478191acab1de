import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { csvText } from './csv-text.ts'

const BEGINNINGS = [
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  ' =',
  "'",
  "'=",
  "''+",
  "'s-",
  '＝',
  '"',
  '"=',
  ',=',
  ';',
  '\u00a0-',
  '−',
]
const NAMES = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.oneof(
      fc.constantFrom('1+1', "cmd|' /C calc'!A0", 'HYPERLINK("http://x","y")', 'Gravenhage', 'Köln'),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
  )
  .map(([beginning, rest]) => beginning + rest)

/** As spreadsheets decide: after the spaces that some remove, also in wide letters. */
const isFormula = (cell: string): boolean => /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(cell)

/** What the guide tells programs to do. */
const exact = (cell: string): string =>
  /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell

const PYTHON = `
import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8', newline='')
print(json.dumps([row for row in csv.reader(text, delimiter=sys.argv[1])]))`

const skip = spawnSync('python3', ['-c', '']).status !== 0 && 'python3 is not here'

for (const separator of [',', ';', '\t', '|'])
  test(`names separated by ${JSON.stringify(separator)} are read exactly by programs, and as no formula by spreadsheets`, {
    skip,
  }, () => {
    const names = [...fc.sample(NAMES, { numRuns: casesOf('names in CSV'), seed: 7 }), ...BEGINNINGS]
    const rows = names.map((name) => ['x', csvText(name, separator), 'y'].join(separator))
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, separator], {
      input: rows.map((row) => `${row}\r\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    assert.equal(stderr, '')
    const cells = (JSON.parse(stdout) as string[][]).map((row) => row[1])
    assert.equal(cells.length, names.length)
    for (const [at, name] of names.entries()) {
      assert.equal(exact(cells[at]), name)
      assert.ok(!isFormula(cells[at]), cells[at])
      if (!isFormula(name) && !/^'+\s*[=+\-@＝＋－＠\t\r\n]/.test(name)) assert.equal(cells[at], name)
    }
  })
