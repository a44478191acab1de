/** Every configuration of an agent in the guides works as it is written: its command or its address answers with the tools. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type AgentServer,
  addedByClaude,
  claudeLinesOf,
  configsOf,
  serverOf,
} from '../support/agent-configs.ts'
import { PATH, succeed } from '../support/installed-package.ts'
import { connectClient, noClients } from '../support/mcp-clients.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const GUIDES = ['agents', 'clients'] as const
const EMAIL = 'agent@example.org'

describe('as the guides say', { skip: noClients, concurrency: 2 }, () => {
  let metes: Installation
  let server: RunningServer
  let key: string
  let folder: string
  /** What `npm install --global` puts in the way of commands. */
  let bin: string
  before(async () => {
    metes = await install()
    key = await metes.createKey({}, EMAIL)
    server = await metes.serve({ METES_SOURCES: 'atlas' })
    folder = await mkdtemp(join(tmpdir(), 'metes-agents-'))
    bin = join(folder, 'bin')
    await mkdir(bin)
    await symlink(join(ROOT, 'bin/metes.js'), join(bin, 'metes'))
    await writeFile(join(bin, 'claude'), '#!/bin/sh\nprintf "%s\\0" "$@"\n', { mode: 0o755 })
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** Here: the address, the key, and the places of the program and its data. */
  const here = (text: string, dataDir = ''): string =>
    text
      .replace(/http:\/\/localhost:8080|https:\/\/metes\.example\.org/g, server.url)
      .replaceAll('mts_…', key)
      .replace(/\/home\/me(\/metes)?\/\.metes/g, dataDir)
      .replaceAll('/home/me/metes', ROOT)

  const asAdded = async (line: string): Promise<AgentServer> => {
    const { stdout } = await succeed('bash', ['-c', line], { env: { PATH: bin } })
    return addedByClaude(stdout.split('\0').slice(0, -1))
  }

  const check = async (read: (here: (text: string) => string) => Promise<AgentServer>): Promise<void> => {
    const own = await mkdtemp(join(folder, 'agent-'))
    const [cwd, dataDir] = [join(own, 'cwd'), join(own, 'data')]
    await mkdir(cwd)
    const target = await read((text) => here(text, dataDir))
    const client = await connectClient(
      'new',
      'url' in target ? target : { ...target, cwd, env: { ...target.env, PATH: `${bin}:${PATH}` } },
    )
    try {
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'get_boundary'))
      const { content } = await client.callTool({ name: 'get_boundary', arguments: { id: 'iso:LI' } })
      assert.match(content[0].text ?? '', /Liechtenstein/)
      if ('command' in target)
        await client.callTool({ name: 'export_boundary', arguments: { id: 'iso:LI', format: 'geojson' } })
      if ('headers' in target && Object.keys(target.headers).length > 0) {
        const account = await client.callTool({ name: 'get_account', arguments: {} })
        assert.equal(account.structuredContent?.email, EMAIL)
      }
    } finally {
      await client.close()
    }
    if ('command' in target) {
      assert.deepEqual(await readdir(cwd), [], 'writes nothing where the agent starts it')
      assert.notDeepEqual(await readdir(dataDir), [])
    }
  }

  for (const guide of GUIDES) {
    const page = readFileSync(join(ROOT, `docs/guide/${guide}.md`), 'utf8')
    const configs = configsOf(page)
    const lines = claudeLinesOf(page)

    for (const { name, json } of configs)
      test(`${guide}.md, ${name}: ${json.replace(/\s+/g, ' ')}`, () =>
        check(async (here) => serverOf(name, here(json), key)))

    for (const line of lines)
      test(`${guide}.md, Claude Code: ${line}`, () => check((here) => asAdded(here(line))))

    test(`${guide}.md: no configuration was left out`, () => {
      const written = page.match(/"(?:mcpS|s)ervers":|claude mcp add/g) ?? []
      assert.ok(written.length > 4)
      assert.equal(configs.length + lines.length, written.length)
    })
  }
})
