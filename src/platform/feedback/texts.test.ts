/** Tests the cleaning, masking and comparison of strangers' texts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maskSecrets } from '../../util/mask-secrets.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { dayFull, dayLimit } from './day-limit.ts'
import { beginningsOf, foldText, likeness } from './text-similarity.ts'

describe('cleaning', () => {
  test('removes bidirectional overrides and invisible letters', () => {
    assert.equal(cleanLine('access\u202e gnorw \u202cright\u2066!\u2069'), 'access gnorw right!')
    assert.equal(cleanLine('pass\u200bword\u00ad\u2060\ufeff and \u{e0041}tags'), 'password and tags')
    assert.equal(cleanLine('a\u200db\ufe0fc'), 'abc')
  })

  test('removes control characters and lone surrogates, and normalizes line ends', () => {
    assert.equal(cleanText('one\r\ntwo\rthree\u2028four\u0000\u001b[31m\u009b'), 'one\ntwo\nthree\nfour[31m')
    assert.equal(cleanText('half \ud83d of a face'), 'half \ufffd of a face')
    assert.equal(cleanLine(' one\tline \u3000 only '), 'one line only')
  })

  test('leaves one empty line between paragraphs and no spaces at the ends', () => {
    assert.equal(cleanText('\n\n a  \n\n\n\n\tb  \n '), 'a\n\n\tb')
  })

  test('leaves what scripts and emoji need', () => {
    for (const text of ['می‌خواهم', 'क्‍ष', '👩‍👩‍👧 1️⃣', 'العربية English', 'ไทย'])
      assert.equal(cleanLine(text), text)
  })

  test('takes linear time for any repeated pattern: a megabyte of it ends', () => {
    for (const piece of [
      '\u202e',
      ' ',
      '\n',
      'a\u200d',
      '\r',
      '\t x',
      '-----BEGIN A PRIVATE KEY-----',
      'eyJa.',
      'Bearer ',
      'x-api-key:',
      'http://',
    ]) {
      const { text } = maskSecrets(cleanText(piece.repeat(1_000_000 / piece.length)))
      assert.ok(text.length <= 1_000_000, piece)
    }
  })
})

const KEY = 'mts_abcdefghijklmnopqrstuvwxyz0123456789AB'

describe('masking', () => {
  for (const secret of [
    KEY,
    `${KEY.slice(0, -3)}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `github_pat_${'a1B2_'.repeat(9)}`,
    `glpat-${'a1B2-'.repeat(4)}`,
    `npm_${'a1B2'.repeat(9)}`,
    `xoxb-1234567890-${'abc'.repeat(5)}`,
    `sk_live_${'a1B2'.repeat(6)}`,
    `sk-proj-${'a1B2'.repeat(6)}`,
    `AIza${'a1B2-'.repeat(7)}`,
    'AKIAABCDEFGHIJKLMNOP',
    `hf_${'a1B2'.repeat(9)}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
  ]) {
    test(`nothing is left of ${secret.slice(0, 12)}…, wherever it stands`, () => {
      for (const [before, after] of [
        ['', ''],
        ['my key is "', '", why?'],
        ['curl -H "Authorization: Bearer ', '" https://metes.example'],
        ['https://metes.example/?key=', '&x=1'],
        ['地図', '。'],
      ]) {
        const { text, masked } = maskSecrets(`${before}${secret}${after}`)
        assert.equal(masked, true)
        assert.ok(!text.includes(secret.slice(12, 24)), text)
        assert.match(text, /\[masked\]/)
      }
    })
  }

  test('headers and addresses keep all but the credential', () => {
    assert.equal(maskSecrets('X-API-Key: hunter2hunter2').text, 'X-API-Key: [masked]')
    assert.equal(maskSecrets('Authorization: Basic dXNlcjpwYXNz').text, 'Authorization: Basic [masked]')
    assert.equal(maskSecrets('postgres://ann:hunter2@db:5432/x').text, 'postgres://ann:[masked]@db:5432/x')
    assert.equal(maskSecrets(`X-API-Key: ${KEY}`).text, 'X-API-Key: mts_[masked]')
    const feed = KEY.replace('mts_', 'mtf_')
    assert.equal(
      maskSecrets(`in https://metes.example/ogc/feeds/${feed}/api`).text,
      'in https://metes.example/ogc/feeds/mtf_[masked]/api',
    )
  })

  test('a key hidden by zero-width letters is found after cleaning', () => {
    const hidden = [...KEY].join('\u200b')
    assert.equal(maskSecrets(cleanLine(hidden)).text, 'mts_[masked]')
    assert.equal(maskSecrets(cleanLine([...KEY].join('\u200d'))).text, 'mts_[masked]')
  })

  test('other text stays unchanged', () => {
    for (const text of [
      'mts_… is how keys begin',
      'basic internationalization of names',
      'the bearer misunderstanding_of_headers',
      'relation/123 and r2171347, wikidata:Q64',
      'https://www.openstreetmap.org/relation/62422#map=10/52.5/13.4',
      'task-oriented and risk-aversenesses-in-everything',
      'req_0123456789abcdefgh',
    ])
      assert.deepEqual(maskSecrets(text), { text, masked: false })
  })
})

describe('likeness', () => {
  const alike = (one: string, other: string) => likeness(foldText(one), foldText(other)) >= 0.5

  test('rephrased titles are similar', () => {
    assert.ok(alike('Island missing in the Azores', 'Missing islands of the Azores'))
    assert.ok(alike('Boundaries as TopoJSON', 'topojson boundary export'))
    assert.ok(alike('Export crashes for Fiji', 'export of FIJI chrashes'))
    assert.ok(alike('Île de Sein manque', 'ile de sein: manque?'))
    assert.ok(alike('地図が表示されない', '地図が表示されません'))
  })

  test('titles that share one or two of many words are not similar', () => {
    assert.ok(!alike('Island missing in the Azores', 'Wrong population of Ireland'))
    assert.ok(!alike('get_boundary is slow', 'get_boundary has the wrong name for Genoa'))
    assert.ok(!alike('', 'anything'))
  })

  test('prefixes come from significant words in any script', () => {
    assert.deepEqual(beginningsOf(foldText('The islands of São Tomé are not on it')), ['isla', 'tome'])
    assert.deepEqual(beginningsOf(foldText('日本')), ['日本'])
    assert.deepEqual(beginningsOf(foldText('%%% ___')), [])
  })
})

describe('cursors', () => {
  test('can be read back', () => {
    assert.deepEqual(readCursor('top', writeCursor('top', { value: 3, id: 7 })), { value: 3, id: 7 })
    const at = { value: '2026-01-02T03:04:05Z', id: 7 }
    assert.deepEqual(readCursor('updated', writeCursor('updated', at)), at)
  })

  test('that are forged, of another order or malformed are rejected', () => {
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const cursor of [
      '',
      'nonsense',
      '%00',
      forged(null),
      forged(['top', 1]),
      forged(['new', 1, 1]),
      forged(['top', '1; drop table feedback_item', 1]),
      forged(['top', -1, 1]),
      forged(['top', 1, 1.5]),
      forged(['top', 1, { toString: 1 }]),
      forged(['top', 1e300, 1]),
    ])
      assert.equal(readCursor('top', cursor), null, cursor)
  })
})

test('days are UTC, and the refusal says when the next begins', () => {
  const nowMs = Date.UTC(2026, 0, 31, 23, 59, 30)
  assert.deepEqual(dayLimit(10, nowMs), { date: '2026-01-31', max: 10 })
  assert.deepEqual(dayFull(10, nowMs), { dayFull: true, max: 10, retryAfterSeconds: 30 })
})
