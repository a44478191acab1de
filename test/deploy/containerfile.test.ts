/** What deploy/Containerfile states agrees with the program, its package, and the guide. `npm run image` builds and runs it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../src/config/settings.ts'
import { buildArguments, imageSettings } from './containerfile.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

test('its Node is that of the lock file', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  assert.equal(buildArguments().NODE_VERSION, packages['node_modules/node'].version)
})

test('the settings that it makes exist', () => {
  const named = Object.keys(imageSettings())
  assert.ok(named.includes('METES_DATA_DIR'))
  assert.deepEqual(
    named.filter((name) => !(name in SETTINGS)),
    ['TMPDIR'],
  )
})

test('what is packed reaches the build', () => {
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const { files } = JSON.parse(read('package.json'))
  const needed = files
    .filter((path: string) => !path.startsWith('!') && path !== 'dist/')
    .map((path: string) => path.split('/')[0])
  assert.deepEqual(
    needed.filter((path: string) => !sent.includes(path)),
    [],
  )
  assert.deepEqual(
    sent.filter((path) => !existsSync(`${ROOT}${path}`)),
    [],
  )
})

test('the guide explains every argument', () => {
  const guide = read('docs/guide/containers.md')
  for (const name of Object.keys(buildArguments())) assert.ok(guide.includes(`\`${name}\``), name)
})
