/** Descriptions planned by a model, from the caller to a scripted model and back, through a real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ModelServer, modelServer, type Reply, type Turn } from '../support/model-server.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const KEY = 'secret-of-the-operator'
/** A word in the descriptions that must not appear in any log. */
const MARK = 'hereinafter-Xanadu'

const search = (name: string): Reply => ({ calls: [{ name: 'search_boundaries', input: { name } }] })
const submit = (answer: object): Reply => ({ calls: [{ name: 'submit_plan', input: answer }] })
const firstFound = ({ results }: Turn): string =>
  (results as { candidates: { id: string }[] }[])[0].candidates[0].id

/** The model's reaction to each description; turns of one description are distinguished by the tools' answers. */
const SCRIPTS: Readonly<Record<string, (turn: Turn) => Reply>> = {
  plans: (turn) =>
    turn.results.length === 0
      ? search('Luxembourg')
      : submit({
          parts: [{ text: 'the Grand Duchy of Luxembourg', id: firstFound(turn) }],
        }),
  invents: () => submit({ parts: [{ text: 'the Grand Duchy', id: 'r2171347' }] }),
  hangs: () => ({ hangs: true }),
}

const scripted = (turn: Turn): Reply => {
  const { description } = JSON.parse(turn.question) as { description: string }
  return SCRIPTS[description.split(/[ :]/u)[0]](turn)
}

let metes: Installation
let model: ModelServer
before(async () => {
  metes = await install()
  model = await modelServer(scripted)
})
after(async () => {
  await model.close()
  await metes.remove()
})

const settings = (planner: string): Record<string, string> => ({
  METES_PLANNER: planner,
  METES_LLM_URL: model.url,
  METES_LLM_MODEL: 'scripted',
  METES_LLM_API_KEY: KEY,
  METES_LLM_TIMEOUT: '10',
  METES_LOG_LEVEL: 'debug',
})

interface Caller {
  /** The answer to the description. */
  readonly ask: (
    text: string,
    signal?: AbortSignal,
  ) => Promise<{ status: number; retryAfter: string | null; body: Body }>
  readonly used: () => Promise<number>
}

interface Body {
  readonly code?: string
  readonly detail?: string
  readonly notes?: readonly string[]
  readonly unmapped?: readonly { readonly text: string }[]
  readonly properties?: {
    readonly planner: string
    readonly notes: readonly string[]
    readonly parts: readonly { readonly name: string }[]
  }
}

const callerOf = async ({ url }: RunningServer, email: string): Promise<Caller> => {
  const { stdout } = await metes.run(['admin', 'create-key', '--email', email, '--json'])
  const headers = { 'X-API-Key': JSON.parse(stdout).api_key, 'Content-Type': 'application/json' }
  return {
    ask: async (text, signal) => {
      const response = await fetch(`${url}/v1/areas`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text }),
        signal,
      })
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: (await response.json()) as Body,
      }
    },
    used: async () => {
      const account = (await (await fetch(`${url}/v1/account`, { headers })).json()) as {
        units: { used: number }
      }
      return account.units.used
    },
  }
}

describe('METES_PLANNER=llm', () => {
  let server: RunningServer
  let caller: Caller
  before(async () => {
    server = await metes.serve(settings('llm'))
    caller = await callerOf(server, 'llm@example.org')
  })
  after(() => server.stop())

  test('a description is planned by the model and charged; the answer names the planner', async () => {
    const { status, body } = await caller.ask('plans: the Grand Duchy of Luxembourg')
    assert.equal(status, 200)
    assert.equal(body.properties?.planner, 'llm')
    assert.deepEqual(
      body.properties?.parts.map(({ name }) => name),
      ['Luxembourg'],
    )
    assert.equal(await caller.used(), 50)
  })

  test('a plan that omits words is refused with those words, and is free', async () => {
    const before = await caller.used()
    const { status, body } = await caller.ask(`plans: the Grand Duchy of Luxembourg, ${MARK}`)
    assert.deepEqual([status, body.code], [422, 'unmappable_area'])
    assert.deepEqual(
      body.unmapped?.map(({ text }) => text),
      [MARK],
    )
    assert.equal(await caller.used(), before)
  })

  test('invented ids and words are refused, and are free', async () => {
    const before = await caller.used()
    const { status, retryAfter, body } = await caller.ask(`invents: the Grand Duchy, ${MARK}`)
    assert.deepEqual([status, retryAfter, body.code], [502, '30', 'source_unavailable'])
    assert.match(body.detail ?? '', /is not based on the description and known boundaries/)
    assert.equal(await caller.used(), before)
  })

  test('a model that does not answer times out, and is free', async () => {
    const before = await caller.used()
    const { status, retryAfter, body } = await caller.ask(`hangs: ${MARK}`)
    assert.deepEqual([status, retryAfter, body.code], [504, '30', 'source_timeout'])
    assert.equal(await caller.used(), before)
  })

  test('a caller who leaves cancels the call of the model', async () => {
    const [asked, abandoned] = [model.turns.length, model.abandoned()]
    const gone = new AbortController()
    const call = caller.ask(`hangs: ${MARK}`, gone.signal)
    while (model.turns.length === asked) await new Promise((resolve) => setImmediate(resolve))
    gone.abort()
    await assert.rejects(call)
    while (model.abandoned() === abandoned) await new Promise((resolve) => setImmediate(resolve))
  })

  test('the log has the cost of calls, and neither the key nor a description', async () => {
    await server.stop()
    const log = server.log()
    assert.match(log, /"model":"scripted","steps":2,"inputTokens":200,"outputTokens":20/)
    assert.match(log, /"fault":"unfounded"/)
    assert.match(log, /"fault":"timeout"/)
    assert.match(log, /the model was interrupted/)
    assert.doesNotMatch(log, new RegExp(`${KEY}|${MARK}`))
  })
})

describe('METES_PLANNER=auto', () => {
  test('the model gets only what the rules refuse, and its failure keeps the refusal of the rules', async () => {
    const server = await metes.serve(settings('auto'))
    try {
      const caller = await callerOf(server, 'auto@example.org')
      const before = model.turns.length
      assert.equal((await caller.ask('Benelux without Luxembourg')).body.properties?.planner, 'rules')
      assert.equal(model.turns.length, before)
      assert.equal(
        (await caller.ask('plans since 2020: the Grand Duchy of Luxembourg')).body.properties?.planner,
        'llm',
      )
      const { status, body } = await caller.ask('invents: the Grand Duchy')
      assert.deepEqual([status, body.code], [422, 'unmappable_area'])
      assert.ok((body.unmapped?.length ?? 0) > 0)
      assert.match(body.notes?.join() ?? '', /the model failed \(unfounded\)/)
      assert.equal(await caller.used(), 100)
    } finally {
      await server.stop()
    }
  })
})

test('a server with a model does not start without its address and name', async () => {
  const { code, stderr } = await metes.run(['serve'], { METES_PLANNER: 'llm', PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /METES_LLM_URL must be set to the address of the model API/)
  assert.match(stderr, /METES_LLM_MODEL must be set to the name of the model/)
})

test('metes doctor reports whether the model is available', async () => {
  const good = await metes.runHere(['doctor'], settings('llm'))
  assert.match(good.stdout + good.stderr, /✓ Model: scripted at 127\.0\.0\.1/)
  const bad = await metes.runHere(['doctor'], { ...settings('auto'), METES_LLM_MODEL: 'other-model' })
  assert.equal(bad.code, 1)
  assert.match(bad.stdout + bad.stderr, /✗ Model: .* has no model other-model/)
})
