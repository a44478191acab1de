/** Runs what the map page copies, as a person does who pastes it: with `metes` and the package of the client at hand, and a key in the environment. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { CallLanguage } from '../../src/explorer/call-texts.ts'
import { PATH, type Ran, run } from './installed-package.ts'
import { postMcp, repliesOf, type ToolReply } from './mcp-post.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Desk {
  /** Runs the text and fails unless it answers what the operation answers, which may be a problem. */
  readonly check: (way: CallLanguage, text: string, answer: Answer) => Promise<void>
  readonly remove: () => Promise<void>
}

/** What the operation answers when it is called directly. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export const callDirectly = async (
  url: string,
  op: string,
  input: object,
  apiKey: string | null,
): Promise<Answer> => {
  const answer = await fetch(`${url}/v1/ops/${op}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }) },
    body: JSON.stringify(input),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

export const openDesk = async (url: string, apiKey: string | null): Promise<Desk> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-desk-'))
  await writeFile(join(folder, 'metes'), `#!/bin/sh\nexec '${process.execPath}' '${ROOT}bin/metes.js' "$@"\n`)
  await chmod(join(folder, 'metes'), 0o755)
  const installed = join(folder, 'node_modules/metes-client')
  await mkdir(installed, { recursive: true })
  await writeFile(
    join(installed, 'package.json'),
    JSON.stringify({ type: 'module', exports: './client/index.ts' }),
  )
  await symlink(join(ROOT, 'src/client'), join(installed, 'client'))
  const options = {
    cwd: folder,
    env: {
      PATH: `${folder}${delimiter}${PATH}`,
      // Empty: what is answered is the server's.
      METES_DATA_DIR: join(folder, 'data'),
      ...(apiKey !== null && { METES_API_KEY: apiKey }),
    },
  }

  const checks: Readonly<Record<CallLanguage, (text: string, answer: Answer) => Promise<void>>> = {
    curl: async (text, { body }) => {
      const { stdout } = await run('sh', ['-c', text], options)
      assert.deepEqual(comparable(JSON.parse(stdout)), comparable(body), text)
    },
    cli: async (text, { status, body }) => {
      const ran = await run('sh', ['-c', text], options)
      if (status === 200) assert.deepEqual(JSON.parse(ran.stdout), body, text)
      else assertRefused(ran, body, text)
    },
    typescript: async (text, { status, body }) => {
      await writeFile(join(folder, 'copied.ts'), text)
      const ran = await run(process.execPath, ['copied.ts'], options)
      if (status === 200) assert.equal(ran.stdout, `${inspect(body)}\n`, text)
      else assertRefused(ran, body, text)
    },
    mcp: async (text, { status, body }) => {
      const [reply] = await repliesOf(
        await postMcp(url, text, apiKey === null ? {} : { 'x-api-key': apiKey }),
      )
      const { isError = false, content, structuredContent = {} } = reply.result as unknown as ToolReply
      assert.equal(isError, status !== 200, text)
      if (isError) assert.ok(JSON.stringify(content).includes(String(body.code)), JSON.stringify(content))
      // Large polygons are files for agents, but what is said of them is the same.
      else
        for (const part of ['id', 'boundaries', 'properties'])
          assert.deepEqual(structuredContent[part], body[part], `${part} of ${text}`)
    },
  }
  return {
    check: (way, text, answer) => checks[way](text, answer),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const assertRefused = ({ code, text }: Ran, body: Answer['body'], copied: string): void => {
  assert.notEqual(code, 0, copied)
  assert.ok(text.includes(String(body.code)), text)
}

/** Without what differs between two calls for the same. */
const comparable = ({ request_id: _, instance: __, ...body }: Record<string, unknown>): object => body
