import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadNumberWords, loadPhraseWords, loadSentenceWords, loadWording } from './load-word-lists.ts'

const DATA = fileURLToPath(new URL('../../../data/areas', import.meta.url))

/** Loads `numbers.yaml` with one text replaced. */
const loadChanged = (from: string, to: string): (() => void) => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-words-'))
  const text = readFileSync(join(DATA, 'numbers.yaml'), 'utf8')
  assert.ok(text.includes(from))
  writeFileSync(join(directory, 'numbers.yaml'), text.replace(from, to))
  return () => {
    try {
      loadNumberWords(directory)
    } finally {
      rmSync(directory, { recursive: true })
    }
  }
}

test('the lists of words that come with the service are read', () => {
  assert.ok(loadSentenceWords(DATA).territory.includes('zona'))
  assert.equal(loadWording(DATA).stoppedNames.get('La.'), 'Louisiana')
  assert.ok(loadPhraseWords(DATA).exclusiveLevels.some((words) => words.includes('省')))
  assert.equal(loadNumberWords(DATA).numbers.get('zwölf'), 12)
})

test('an error names the faulty list', () => {
  assert.throws(loadChanged('ones:', 'units:'), /data\/areas\/numbers\.yaml: "ones" is missing/)
  assert.throws(loadChanged('tens:', 'teens: { en: [one] }\ntens:'), /"teens" is not used/)
  assert.throws(loadChanged('en: [Four Corners]', 'en: Four Corners'), /"not_counted" must have a list/)
  assert.throws(loadChanged('en: [Four Corners]', 'en: [4]'), /"not_counted" must have a list/)
  assert.throws(
    loadChanged('en: [Four Corners]', 'English: [Four Corners]'),
    /"English", which is no language/,
  )
  assert.throws(loadChanged('twenty: 20', 'twenty: many'), /"tens" has no such value for "twenty"/)
})
