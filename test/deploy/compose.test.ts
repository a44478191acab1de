/** The services of deploy/compose.yaml, started as its settings say, work together. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { SETTINGS } from '../../src/config/settings.ts'
import { composeVariables, DEPLOY, readCompose } from './compose-file.ts'
import { type ComposeWorld, DOMAIN, NO_COMPOSE, startCompose } from './compose-world.ts'
import { imageSettings } from './containerfile.ts'

const BOTH = ['metes-1', 'metes-2']

describe('compose', { skip: NO_COMPOSE }, () => {
  let world: ComposeWorld
  let key: string
  before(async () => {
    world = await startCompose()
    const made = await world.metes(
      'metes-1',
      'admin',
      'create-key',
      '--email',
      'ann@example.org',
      '--plan',
      'unlimited',
      '--json',
    )
    assert.equal(made.code, 0, made.stderr)
    key = JSON.parse(made.stdout).api_key
  })
  after(() => world?.remove())

  const curl = async (
    address: string,
    ...options: readonly string[]
  ): Promise<{ readonly status: number; readonly headers: string; readonly body: string }> => {
    const { code, stdout, stderr } = await world.run(
      'curl',
      ...[
        '--silent',
        '--show-error',
        '--include',
        '--http1.1',
        '--cacert',
        world.certificate,
        ...options,
        address,
      ],
    )
    assert.equal(code, 0, stderr)
    const end = stdout.indexOf('\r\n\r\n')
    const headers = stdout.slice(0, end)
    return { status: Number(/^\S+ (\d+)/.exec(headers)?.[1]), headers, body: stdout.slice(end + 4) }
  }
  const asAnn = () => ['--header', `X-API-Key: ${key}`]

  test('callers reach Metes over TLS, and are led there from HTTP', async () => {
    assert.equal((await curl(`https://${DOMAIN}/readyz`)).status, 200)
    const { status, headers } = await curl(`http://${DOMAIN}/v1?x=1`)
    assert.equal(status, 301)
    assert.match(headers, /^location: https:\/\/metes\.example\.org\/v1\?x=1\r?$/im)
    const { body } = await curl(`https://${DOMAIN}/openapi.json`)
    assert.deepEqual(JSON.parse(body).servers, [{ url: `https://${DOMAIN}` }])
  })

  test('a key works at both, and its units are counted once', async () => {
    const units = async (service: string): Promise<number> => {
      const { body } = await curl(`http://${service}:8080/v1/usage`, ...asAnn())
      return JSON.parse(body).total.units
    }
    const before = await units('metes-1')
    for (const service of BOTH) {
      const address = `http://${service}:8080/v1/boundaries/reverse?lat=47.14&lon=9.52`
      const { status, body } = await curl(address, ...asAnn())
      assert.equal(status, 200, body)
    }
    // What a server counts, the other one sees a moment later.
    const atBoth = async (): Promise<number[]> => [await units('metes-1'), await units('metes-2')]
    for (let counted = await atBoth(); counted[0] + counted[1] < 2 * (before + 2); ) counted = await atBoth()
    assert.deepEqual(await atBoth(), [before + 2, before + 2])
  })

  test('calls a minute are counted for both together', async () => {
    // While Redis is slower than a call may wait, each counts separately: on a busy machine another caller is counted.
    for (let caller = 1; ; caller++) {
      const statuses: number[] = []
      for (let call = 0; call < 21; call++) {
        const from = ['--header', `X-Forwarded-For: 198.51.100.${caller}`]
        const address = `http://${BOTH[call % 2]}:8080/v1/boundaries/search?q=Vaduz`
        statuses.push((await curl(address, ...from)).status)
      }
      if (statuses.join() === [...Array(20).fill(200), 429].join()) break
      assert.ok(caller < 20, statuses.join())
    }
  })

  test('callers are told apart by the address that the proxy sees, whatever they claim', async () => {
    const remaining = async (from: string, claimed: string): Promise<number> => {
      const options = ['--interface', from, '--header', `X-Forwarded-For: ${claimed}`]
      const { headers } = await curl(`https://${DOMAIN}/v1/boundaries/search?q=Vaduz`, ...options)
      return Number(/^ratelimit: "public";r=(\d+)/im.exec(headers)?.[1])
    }
    const calls = Array.from({ length: 10 }, (_, call) => remaining('127.0.2.1', `203.0.113.${call}`))
    // Those of one Metes are counted exactly, whether Redis answers in time or not.
    assert.ok(Math.min(...(await Promise.all(calls))) <= 15)
    assert.equal(await remaining('127.0.2.2', '203.0.113.1'), 19)
  })

  test('a file that one writes to the store is served by both', async () => {
    const body = JSON.stringify({ id: 'iso:LI', format: 'geojson' })
    const exported = await curl('http://metes-1:8080/v1/ops/export_boundary', ...asAnn(), '--json', body)
    assert.equal(exported.status, 200, exported.body)
    const { url, bytes } = JSON.parse(exported.body)
    assert.ok(url.startsWith(`https://${DOMAIN}/files/`), url)
    for (const address of [
      url,
      ...BOTH.map((service) => url.replace(`https://${DOMAIN}`, `http://${service}:8080`)),
    ]) {
      const file = await curl(address)
      assert.deepEqual([file.status, Buffer.byteLength(file.body)], [200, bytes], address)
    }
  })

  test('while one after the other is replaced, no call fails', async () => {
    const failed: unknown[] = []
    let calls = 0
    let isDone = false
    const callAllTheTime = async (): Promise<void> => {
      while (!isDone) {
        const { status, body } = await curl(
          `https://${DOMAIN}/v1/boundaries/iso:LI?detail=high`,
          ...asAnn(),
        ).catch((error: Error) => ({ status: 0, body: error.message }))
        calls++
        if (status !== 200) failed.push({ status, body })
      }
    }
    const callers = [callAllTheTime(), callAllTheTime()]
    for (const service of BOTH) {
      assert.equal(await world.stop(service), 0)
      await world.start(service)
    }
    isDone = true
    await Promise.all(callers)
    assert.deepEqual(failed, [])
    assert.ok(calls > 10, `${calls} calls`)
  })
})

const VARIABLES = composeVariables()
const { services, networks, volumes } = readCompose(Object.fromEntries(VARIABLES.map((name) => [name, 'x'])))

test('a variable that is missing is named in a sentence', () => {
  const set = Object.fromEntries(VARIABLES.map((name) => [name, 'x']))
  for (const name of VARIABLES)
    assert.throws(
      () => readCompose({ ...set, [name]: '' }),
      new RegExp(`^Error: Set ${name} in deploy/\\.env`),
    )
})

test('the example of .env names the variables', () => {
  const lines = readFileSync(`${DEPLOY}.env.example`, 'utf8').split('\n')
  const named = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('=')[0])
  assert.deepEqual(named.sort(), [...VARIABLES].sort())
})

test('both Metes have the same settings, which exist', () => {
  const [one, two] = BOTH.map((name) => ({ ...services[name], volumes: [] }))
  assert.deepEqual(one, two)
  assert.deepEqual(
    Object.keys(one.environment!).filter((name) => !(name in SETTINGS)),
    [],
  )
})

test('both Metes may write only to their data, and do nothing that needs rights', () => {
  for (const name of BOTH) {
    const { read_only, cap_drop, security_opt, tmpfs, volumes: mounted, deploy } = services[name]
    assert.deepEqual([read_only, cap_drop, tmpfs], [true, ['ALL'], undefined])
    assert.deepEqual(security_opt, ['no-new-privileges:true'])
    assert.deepEqual(mounted, [`${name}:${imageSettings().METES_DATA_DIR}`])
    assert.ok(deploy?.resources.limits.memory)
  }
})

test('only the proxy can be reached from outside', () => {
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.ports !== undefined, name === 'proxy', name)
    assert.deepEqual(
      service.networks.filter((network) => !(network in networks)),
      [],
    )
  }
  for (const name of ['postgres', 'redis', 'store']) assert.deepEqual(services[name].networks, ['back'])
  assert.equal(networks.back?.internal, true)
})

test('what must outlive a container is in a volume', () => {
  const mounted = Object.values(services).flatMap((service) => service.volumes ?? [])
  const named = mounted.map((volume) => volume.split(':')[0]).filter((source) => !source.startsWith('.'))
  assert.deepEqual(named.sort(), Object.keys(volumes).sort())
})
