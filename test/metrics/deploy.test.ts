/** The files of `deploy/` that name metrics: they work, and every metric that they name exists. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { declaredNames } from '../support/metrics-text.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const read = (name: string): Promise<string> => readFile(`${DEPLOY}/${name}`, 'utf8')

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: Readonly<Record<string, string>>
    }[]
  }[]
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const rules = async () => (load(await read('alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules)
const panels = async () =>
  (JSON.parse(await read('grafana/metes.json')) as { readonly panels: readonly Panel[] }).panels

/** Names in an expression of Prometheus that are neither functions nor labels. */
const metricsIn = (expression: string): readonly string[] =>
  Array.from(expression.matchAll(/\b(?:metes|process|nodejs)_\w+/g), ([name]) => name)

/** Parts of a histogram have names of their own. */
const baseName = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '')

const PROMTOOL = process.env.METES_TEST_PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
const withoutPromtool = hasPromtool || isRequired('promtool') ? false : 'promtool is not installed'

test('the rules of alerts are valid, each is silent when all is well, and fires when it should', {
  skip: withoutPromtool,
}, async () => {
  const run = promisify(execFile)
  await run(PROMTOOL, ['check', 'rules', 'alerts.yaml'], { cwd: DEPLOY })
  await run(PROMTOOL, ['test', 'rules', 'alerts.test.yaml'], { cwd: DEPLOY })
})

test('every alert is tested, and says what to do', async () => {
  const tests = await read('alerts.test.yaml')
  const guide = await readFile(`${DEPLOY}/../docs/guide/observe.md`, 'utf8')
  for (const { alert, annotations } of await rules()) {
    assert.ok(tests.includes(`alertname: ${alert}, exp_alerts: []`), `${alert} is silent`)
    assert.match(tests, new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n +- exp_labels`), `${alert} fires`)
    assert.match(annotations.action, /[.?]$/, alert)
    assert.ok(guide.includes(`| \`${alert}\` |`), `${alert} is in the guide`)
  }
})

describe('the metrics that alerts, dashboard and guide name', () => {
  let metes: Installation
  let server: RunningServer
  let names: ReadonlySet<string>
  before(async () => {
    metes = await install()
    // Nobody listens there: the live map is on, and asks nobody.
    const env = { METES_METRICS_PORT: '0', METES_OVERPASS_URL: 'http://127.0.0.1:1/api' }
    server = await metes.serve(env, ['--processes', '2'])
    const url = await server.logged(/"url":"(http:[^"]+\/metrics)"/)
    // Those of the processes come with their first message.
    do names = declaredNames(await (await fetch(url)).text())
    while (!names.has('metes_connections'))
  })
  after(async () => {
    await server.stop()
    await metes.remove()
  })

  const missing = (expressions: readonly string[]): readonly string[] =>
    [...new Set(expressions.flatMap(metricsIn))].filter(
      (name) => !names.has(name) && !names.has(baseName(name)),
    )

  test('exist: of the alerts', async () => {
    assert.deepEqual(missing((await rules()).map(({ expr }) => expr)), [])
  })

  test('exist: of the dashboard, in which each panel but a heading asks for one', async () => {
    for (const { type, title, targets = [] } of await panels())
      if (type !== 'row') assert.ok(targets.flatMap(({ expr }) => metricsIn(expr)).length > 0, title)
    const targets = (await panels()).flatMap(({ targets = [] }) => targets)
    assert.deepEqual(missing(targets.map(({ expr }) => expr)), [])
  })

  test('exist: of the guide, which names all of our own', async () => {
    const guide = await readFile(`${DEPLOY}/../docs/guide/observe.md`, 'utf8')
    assert.deepEqual(missing([guide]), [])
    const own = [...names].filter((name) => name.startsWith('metes_'))
    assert.deepEqual(
      own.filter((name) => !guide.includes(`\`${name}`)),
      [],
    )
  })
})
