import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUrlAt, ConfigError, readConfig } from './config.ts'

test('without any setting the service runs as the documentation says', () => {
  const { port, host, baseUrl, dataDir, sources, publicCallsPerMinute, maxInlineBytes, warnings } =
    readConfig({})
  assert.deepEqual(
    { port, host, baseUrl, dataDir, sources, publicCallsPerMinute, maxInlineBytes, warnings },
    {
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      dataDir: './.metes',
      sources: ['extract', 'atlas'],
      publicCallsPerMinute: 20,
      maxInlineBytes: 8_388_608,
      warnings: [],
    },
  )
})

test('settings are read, an empty one counts as not set, and nobody changes them later', () => {
  const config = readConfig({
    PORT: '9000',
    METES_BASE_URL: 'https://metes.example/',
    METES_SOURCES: 'atlas',
    METES_HOST: '',
  })
  assert.equal(config.port, 9000)
  assert.equal(config.baseUrl, 'https://metes.example')
  assert.deepEqual(config.sources, ['atlas'])
  assert.equal(config.host, '127.0.0.1')
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.sources))
})

test('a value that cannot be used is refused with its name and what it must be', () => {
  const rows: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: '80a' }, /^PORT must be a whole number; it is "80a"\.$/],
    [{ PORT: '65536' }, /^PORT must be at most 65535/],
    [{ METES_PUBLIC_RATE: '0' }, /^METES_PUBLIC_RATE must be at least 1/],
    [
      { METES_BASE_URL: 'localhost' },
      /^METES_BASE_URL must be a URL that starts with http:\/\/ or https:\/\//,
    ],
    [{ METES_SOURCES: 'atlas,moon' }, /^METES_SOURCES /],
    [{ METES_DEFAULT_PLAN: 'gold' }, /^METES_DEFAULT_PLAN /],
    [{ METES_LOG_LEVEL: 'loud' }, /^METES_LOG_LEVEL /],
  ]
  for (const [env, message] of rows) {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && message.test(error.message),
      JSON.stringify(env),
    )
  }
})

test('several faults are told together', () => {
  assert.throws(() => readConfig({ PORT: 'x', METES_TRUST_PROXY: 'yes' }), /PORT[\s\S]*\n.*METES_TRUST_PROXY/)
})

test('a name that means nothing is reported, with what was probably meant', () => {
  const { warnings } = readConfig({
    METES_PUBLIC_RATES: '5',
    METES_FLY: '1',
    METES_LLM_MODEL: 'x',
    PATH: '/',
  })
  assert.deepEqual(warnings, [
    'METES_PUBLIC_RATES is set, but there is no such setting. Did you mean METES_PUBLIC_RATE?',
    'METES_FLY is set, but there is no such setting.',
    'METES_LLM_MODEL is set, but this version does not use it.',
  ])
})

test('a free port is part of the address once it is known', () => {
  assert.equal(baseUrlAt(readConfig({ PORT: '0' }), 4711), 'http://localhost:4711')
  assert.equal(
    baseUrlAt(readConfig({ PORT: '0', METES_BASE_URL: 'https://x.example' }), 4711),
    'https://x.example',
  )
  assert.equal(baseUrlAt(readConfig({ PORT: '8081' }), 8081), 'http://localhost:8081')
})
