import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { greeting } from './greeting.ts'

const SETTINGS = { dataDir: './.metes', databaseUrl: null, isOpen: false }
const HERE = { url: 'http://127.0.0.1:8080', baseUrl: 'http://localhost:8080' }

test('a person learns where the service is, where its data are, and how to get a key and import a map', () => {
  const text = greeting(SETTINGS, HERE)
  for (const line of [
    `  Open            http://localhost:8080\n`,
    `  Data directory  ${resolve('.metes')}\n`,
    `  Get a key       npx metes admin create-key --email you@example.org --plan unlimited\n`,
    `  Import a map    npx metes import --region monaco\n`,
  ])
    assert.ok(text.includes(line), text)
  assert.doesNotMatch(text, /Listens at/)
})

test('a service without accounts offers no key, and one behind a proxy says where it listens', () => {
  assert.doesNotMatch(greeting({ ...SETTINGS, isOpen: true }, HERE), /Get a key/)
  assert.match(
    greeting(SETTINGS, { ...HERE, baseUrl: 'https://maps.example.org' }),
    /Open +https:\/\/maps\.example\.org\n {2}Listens at +http:\/\/127\.0\.0\.1:8080\n/,
  )
})
