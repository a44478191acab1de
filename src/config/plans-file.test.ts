import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from './read-config.ts'

const directory = mkdtempSync(join(tmpdir(), 'metes-plans-'))
after(() => rmSync(directory, { recursive: true }))

const withFile = (text: string, env: Record<string, string> = {}) => {
  const file = join(directory, 'plans.json')
  writeFileSync(file, text)
  return readConfig({ METES_PLANS_FILE: file, ...env })
}

test('the file’s plans are the plans, and no others', () => {
  const { plans, defaultPlan } = withFile(
    '{"small": {"units_per_month": 10, "calls_per_minute": null}, "open": {"units_per_month": null, "calls_per_minute": 5}}',
    { METES_DEFAULT_PLAN: 'small' },
  )
  assert.deepEqual(plans, {
    small: { unitsPerMonth: 10, callsPerMinute: null, fileBytes: 1024 ** 3 },
    open: { unitsPerMonth: null, callsPerMinute: 5, fileBytes: 1024 ** 3 },
  })
  assert.equal(defaultPlan, 'small')
})

test('a file that an editor on Windows has saved is read', () => {
  const text = '\ufeff{\r\n  "free": {"units_per_month": 10,\r\n "calls_per_minute": 5}\r\n}\r\n'
  assert.equal(withFile(text).plans.free.unitsPerMonth, 10)
})

test('a plan can limit the size of files; null is no limit', () => {
  const { plans } = withFile(
    '{"free": {"units_per_month": 1, "calls_per_minute": 1, "file_bytes": 5}, "all": {"units_per_month": 1, "calls_per_minute": 1, "file_bytes": null}}',
  )
  assert.deepEqual([plans.free.fileBytes, plans.all.fileBytes], [5, null])
})

test('the plan of new accounts is one of the file’s', () => {
  assert.throws(
    () => withFile('{"small": {"units_per_month": 10, "calls_per_minute": 1}}'),
    /^ConfigError: METES_DEFAULT_PLAN must be one of the plans \(small\); it is "free"\.$/,
  )
})

test('an invalid file is refused with its name and the place of the error', () => {
  const plan = '{"units_per_month": 1, "calls_per_minute": 1}'
  const rows: readonly (readonly [string, RegExp])[] = [
    ['{', /plans\.json cannot be used: it is not valid JSON/],
    ['[]', /expected record/],
    ['{}', /contains no plan/],
    [`{"Free plan": ${plan}}`, /Free plan: is no name of a plan|Free plan: Invalid key/],
    ['{"free": {"units_per_month": -1, "calls_per_minute": 1}}', /free\.units_per_month: /],
    ['{"free": {"units_per_month": 1.5, "calls_per_minute": 1}}', /free\.units_per_month: /],
    ['{"free": {"units_per_month": 1, "calls_per_minute": 0}}', /free\.calls_per_minute: /],
    ['{"free": {"units_per_month": 1, "calls_per_minute": 1, "file_bytes": -1}}', /free\.file_bytes: /],
    ['{"free": {"units_per_month": 1}}', /free\.calls_per_minute: /],
    ['{"free": {"units_per_month": 1, "calls_per_minute": 1, "calls_per_hour": 1}}', /calls_per_hour/],
  ]
  for (const [text, message] of rows) {
    assert.throws(
      () => withFile(text),
      (error) =>
        error instanceof ConfigError &&
        error.message.startsWith('METES_PLANS_FILE: ') &&
        message.test(error.message),
      text,
    )
  }
  assert.throws(() => readConfig({ METES_PLANS_FILE: join(directory, 'none') }), /METES_PLANS_FILE: .*ENOENT/)
})
