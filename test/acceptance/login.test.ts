/** `metes login`, `whoami` and `logout` as a person uses them: real processes, a real server, and files of their own. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import type { Storage } from '../../src/storage/sql/stores.ts'
import { type Approver, approverOf } from '../support/approver.ts'
import { Browser } from '../support/browser.ts'
import { mailTo, signInOf } from '../support/outbox.ts'
import { type CommandResult, type Installation, install, type RunningServer } from '../support/service.ts'

let metes: Installation
let server: RunningServer
let storage: Storage
let ann: Approver
let config: string
before(async () => {
  metes = await install()
  server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  storage = await openSqliteFiles(metes.dataDir)
  ann = await approverOf(storage, 'ann@example.org')
})
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'metes-config-'))
})
afterEach(() => rm(config, { recursive: true }))
after(async () => {
  await storage.close()
  await server.stop()
  await metes.remove()
})

const environment = () => ({ XDG_CONFIG_HOME: config, METES_SERVER: server.url })
const run = (args: readonly string[], env = {}) => metes.run(args, { ...environment(), ...env })

/** Runs `metes login`, and decides as soon as the code is on the screen. */
const login = async (decide: (userCode: string) => Promise<unknown>): Promise<CommandResult> => {
  const command = metes.start(['login'], environment())
  const userCode = await command.seen(/enter the code ([A-Z]{4}-[A-Z]{4})/)
  await decide(userCode)
  return command.ended
}

const credentialFiles = async (): Promise<readonly string[]> => {
  const directory = join(config, 'metes', 'credentials')
  const names = await readdir(directory).catch(() => [])
  return names.map((name) => join(directory, name))
}

test('login stores a working key, readable by its owner alone, and never shows it', async () => {
  const { code, stdout, stderr } = await login(ann.approve)
  assert.equal(code, 0, stderr)
  assert.match(stderr, /Signed in to http:\S+ as ann@example\.org\./)
  const [file, ...others] = await credentialFiles()
  assert.deepEqual(others, [])
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const { api_key: apiKey } = JSON.parse(await readFile(file, 'utf8'))
  assert.ok(!`${stdout}${stderr}`.includes(apiKey))

  const whoami = await run(['whoami'])
  assert.equal(whoami.code, 0, whoami.stderr)
  assert.match(whoami.stdout, /^ann@example\.org \(plan free\)/)
  assert.ok(whoami.stdout.includes(file))
  assert.ok(!whoami.stdout.includes(apiKey))

  const account = await run(['get-account'])
  assert.equal(JSON.parse(account.stdout).email, 'ann@example.org')

  const logout = await run(['logout'])
  assert.equal(logout.code, 0, logout.stderr)
  assert.deepEqual(await credentialFiles(), [])
  const revoked = await run(['get-account'], { METES_API_KEY: apiKey })
  assert.match(revoked.stderr, /\(unauthorized\)/)
})

test('a visitor without an account signs in by mail, approves on the page, and the command gets a key', async () => {
  const command = metes.start(['login'], environment())
  const userCode = await command.seen(/enter the code ([A-Z]{4}-[A-Z]{4})/)
  const browser = new Browser(server.url)
  const signInPage = await browser.open(`/device?code=${userCode}`)
  assert.match(signInPage.path, /^\/sign-in\?next=/)
  await browser.submit('/sign-in', { email: 'bob@example.org' })
  const { code: signInCode } = signInOf(await mailTo(metes.dataDir, 'bob@example.org', 'sign_in'))
  const confirmPage = await browser.submit('/sign-in/code', { code: signInCode })
  assert.equal(confirmPage.path, `/device?code=${userCode}`)
  assert.match(confirmPage.text, /<q><bdi>metes on /)
  assert.match((await browser.submit('/device', { decision: 'approve' })).text, /<h1>Approved/)
  const { code, stderr } = await command.ended
  assert.equal(code, 0, stderr)
  assert.match((await run(['whoami'])).stdout, /^bob@example\.org/)
})

test('a denied login says so and stores nothing', async () => {
  const { code, stderr } = await login(ann.deny)
  assert.equal(code, 1)
  assert.match(stderr, /\(access_denied\)/)
  assert.deepEqual(await credentialFiles(), [])
})

test('an interrupted login ends at once and stores nothing', async () => {
  const command = metes.start(['login'], environment())
  await command.seen(/enter the code ([A-Z]{4}-[A-Z]{4})/)
  command.kill('SIGINT')
  const { code, stderr } = await command.ended
  assert.equal(code, 130)
  assert.doesNotMatch(stderr, /Error/)
  assert.deepEqual(await credentialFiles(), [])
})
