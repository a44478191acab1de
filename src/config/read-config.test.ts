import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseUrlAt, ConfigError, readConfig } from './read-config.ts'

test('the defaults are as documented', () => {
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

test('settings are read and frozen, and an empty one counts as absent', () => {
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

test('an invalid value is refused with its name and what it must be', () => {
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

test('several errors are reported together', () => {
  assert.throws(() => readConfig({ PORT: 'x', METES_TRUST_PROXY: 'yes' }), /PORT[\s\S]*\n.*METES_TRUST_PROXY/)
})

test('an unknown name is reported with a suggestion', () => {
  const { warnings } = readConfig({
    METES_PUBLIC_RATES: '5',
    METES_FLY: '1',
    METES_PORT: '9000',
    PATH: '/',
  })
  assert.deepEqual(warnings, [
    'METES_PUBLIC_RATES is set, but no such setting exists. Did you mean METES_PUBLIC_RATE?',
    'METES_FLY is set, but no such setting exists.',
    'METES_PORT is set, but no such setting exists. Did you mean PORT?',
  ])
})

test('any site may frame the map, some sites, or none', () => {
  assert.deepEqual(readConfig({}).embedOrigins, ['*'])
  assert.deepEqual(readConfig({ METES_EMBED_ORIGINS: 'off' }).embedOrigins, [])
  const some = readConfig({
    METES_EMBED_ORIGINS: 'https://a.example, https://*.b.example:8443, https://a.example',
  })
  assert.deepEqual(some.embedOrigins, ['https://a.example', 'https://*.b.example:8443'])
})

test('boundaries are fetched only where a contact or an own server is set', () => {
  assert.equal(readConfig({}).live, null)
  const { live, sources } = readConfig({ METES_CONTACT: 'ann@example.org' })
  assert.deepEqual(sources, ['extract', 'live', 'atlas'])
  assert.deepEqual(live?.overpassUrls, ['https://overpass-api.de/api/interpreter'])
  assert.deepEqual(live?.nominatimUrls, ['https://nominatim.openstreetmap.org'])
  const own = readConfig({ METES_OVERPASS_URL: 'http://localhost:1/api/interpreter, https://b.example/api' })
  assert.deepEqual(own.live?.overpassUrls, ['http://localhost:1/api/interpreter', 'https://b.example/api'])
  assert.deepEqual(own.live?.nominatimUrls, [])
  const twice = readConfig({ METES_OVERPASS_URL: 'https://b.example/api, https://b.example/api' })
  assert.deepEqual(twice.live?.overpassUrls, ['https://b.example/api'])
  assert.equal(readConfig({ METES_CONTACT: 'ann@example.org', METES_SOURCES: 'extract' }).live, null)
})

test('addresses and live settings that cannot work end the start with a sentence', () => {
  for (const [settings, message] of [
    ...['Ann', 'ann@example', 'ann@пример.рф', 'änn@example.org', 'http://x', 'a@b.org\r\nx: y'].map(
      (contact) =>
        [{ METES_CONTACT: contact }, /^METES_CONTACT must be an email address or a web address/] as const,
    ),
    [
      { METES_OVERPASS_URL: 'https://overpass-api.de/api/interpreter' },
      /^METES_OVERPASS_URL names a public server, .*: set METES_CONTACT/,
    ],
    [
      {
        METES_OVERPASS_URL: 'https://maps.example/api',
        METES_NOMINATIM_URL: 'https://nominatim.openstreetmap.org',
      },
      /^METES_NOMINATIM_URL names a public server, .*: set METES_CONTACT/,
    ],
    [
      { METES_OVERPASS_URL: 'http://maps.example/api' },
      /^METES_OVERPASS_URL must use https:\/\/ beyond this/,
    ],
    [{ METES_OVERPASS_URL: 'ftp://maps.example' }, /^METES_OVERPASS_URL must be a URL/],
    [{ METES_OVERPASS_URL: 'nonsense' }, /^METES_OVERPASS_URL must be a URL/],
    [{ METES_LLM_URL: 'nonsense' }, /^METES_LLM_URL must be a URL/],
    [{ METES_SMTP_URL: 'nonsense' }, /^METES_SMTP_URL must be a URL/],
    [
      { METES_EMBED_ORIGINS: 'https://a.example/page' },
      /^METES_EMBED_ORIGINS must be \*, off, or at most 100 origins/,
    ],
    [{ METES_EMBED_ORIGINS: 'a.example' }, /^METES_EMBED_ORIGINS must be/],
    [
      { METES_EMBED_ORIGINS: "https://a.example; script-src 'unsafe-inline'" },
      /^METES_EMBED_ORIGINS must be/,
    ],
    [{ METES_EMBED_ORIGINS: '*,https://a.example' }, /^METES_EMBED_ORIGINS must be/],
    [{ METES_OVERPASS_URL: 'https://u:p@maps.example' }, /^METES_OVERPASS_URL must have no password/],
    [{ METES_NOMINATIM_URL: 'https://names.example' }, /^METES_NOMINATIM_URL .* METES_OVERPASS_URL must/],
    [{ METES_CONTACT: 'a@b.org', METES_CACHE_TTL: '0' }, /^METES_CACHE_TTL must be at least 60/],
    [{ METES_SOURCES: 'live' }, /^METES_SOURCES names "live", but METES_CONTACT is not set/],
  ] as const)
    assert.throws(() => readConfig(settings), { name: 'ConfigError', message })
})

test('a free port is part of the address once it is known', () => {
  assert.equal(baseUrlAt(readConfig({ PORT: '0' }), 4711), 'http://localhost:4711')
  assert.equal(
    baseUrlAt(readConfig({ PORT: '0', METES_BASE_URL: 'https://x.example' }), 4711),
    'https://x.example',
  )
  assert.equal(baseUrlAt(readConfig({ PORT: '8081' }), 8081), 'http://localhost:8081')
})

test('rules are the default planner, and a model needs all its settings', () => {
  assert.deepEqual(readConfig({}).planner, { kind: 'rules', maxReadings: 32 })
  assert.deepEqual(
    readConfig({
      METES_PLANNER: 'llm',
      METES_LLM_URL: 'http://localhost:11434/v1/chat/completions',
      METES_LLM_MODEL: 'a-model',
      METES_LLM_TIMEOUT: '7',
    }).planner,
    {
      kind: 'llm',
      maxReadings: 32,
      model: {
        provider: 'openai',
        url: 'http://localhost:11434/v1',
        model: 'a-model',
        apiKey: null,
        timeoutMs: 7000,
      },
    },
  )
  const { planner } = readConfig({
    METES_PLANNER: 'auto',
    METES_LLM_PROVIDER: 'anthropic',
    METES_LLM_MODEL: 'm',
  })
  assert.ok(planner.kind === 'auto' && planner.model.url === 'https://api.anthropic.com/v1')
  for (const kind of ['llm', 'auto'])
    assert.throws(
      () => readConfig({ METES_PLANNER: kind }),
      new RegExp(
        `^ConfigError: METES_LLM_URL must .* "${kind}"\\.\nMETES_LLM_MODEL must be set to the name of the model`,
      ),
    )
})

test('an invalid model key or address is not shown in the message', () => {
  for (const env of [{ METES_LLM_API_KEY: 'se cret' }, { METES_LLM_URL: 'https://u:secret@h/v1' }]) {
    const fault = new RegExp(`^ConfigError: ${Object.keys(env)[0]} must (?!.*se ?cret)`)
    assert.throws(() => readConfig({ METES_PLANNER: 'llm', ...env }), fault)
  }
})

test('unused model settings are reported', () => {
  const { warnings } = readConfig({ METES_LLM_MODEL: 'a-model' })
  assert.match(warnings.join(), /^METES_LLM_MODEL is set, but METES_PLANNER is "rules"/)
})

test('connections are limited per address, except behind a proxy', () => {
  assert.deepEqual([readConfig({}).connections, readConfig({}).connectionsPerAddress], [10_000, 256])
  const env = { METES_MAX_CONNECTIONS: '50', METES_MAX_CONNECTIONS_PER_ADDRESS: '5' }
  assert.deepEqual([readConfig(env).connections, readConfig(env).connectionsPerAddress], [50, 5])
  assert.equal(readConfig({ ...env, METES_TRUST_PROXY: '1' }).connectionsPerAddress, null)
})
