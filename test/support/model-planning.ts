/** Asks a planner whose model is scripted; the catalog is the bundled atlas. */

import assert from 'node:assert/strict'
import { drawPlan } from '../../src/domain/area/draw-plan.ts'
import {
  type AreaRequest,
  type Planned,
  type Planner,
  PlannerFailed,
  type PlanningOptions,
} from '../../src/domain/area/ports.ts'
import { createValidatedPlanner } from '../../src/domain/area/validated-planner.ts'
import { createPlanValidator } from '../../src/domain/area/validation/validate-plan.ts'
import type { ModelEndpoint } from '../../src/sources/planner-llm/endpoint.ts'
import type { LookupCatalog } from '../../src/sources/planner-llm/lookups.ts'
import { openModel } from '../../src/sources/planner-llm/open-model.ts'
import { createModelPlanner } from '../../src/sources/planner-llm/planner.ts'
import { systemClock } from '../../src/util/clock.ts'
import type { Log } from '../../src/util/log.ts'
import { NO_DISPUTES } from '../doubles/no-disputes.ts'
import { suiteAreaWorld, VOCABULARY } from './area-world.ts'
import { HERE } from './compute.ts'
import { ALL_LAND } from './land.ts'
import { type ModelServer, modelServer, type Reply, type Script, type Turn } from './model-server.ts'

export const KEY = 'secret-of-the-operator'
const LONG_MS = 60_000

interface Asked {
  readonly planned: Planned
  readonly log: string
}

interface Asking extends PlanningOptions {
  readonly provider: ModelEndpoint['provider']
  readonly url: string
  readonly text: string
  readonly country?: string
  readonly seed?: AreaRequest['seed']
  readonly timeoutMs?: number
  readonly catalog?: LookupCatalog
}

/** The world that the tests of a file share. Only tests may read `catalog`. */
export const modelPlanning = () => {
  const world = suiteAreaWorld()

  const plannerOf = ({ provider, url, timeoutMs, catalog }: Omit<Asking, 'text'>, log: Log): Planner =>
    createValidatedPlanner(
      createModelPlanner({
        model: openModel({ provider, url, model: 'scripted', apiKey: KEY }),
        hidden: [KEY],
        catalogFor: () => catalog ?? world.catalog,
        vocabulary: VOCABULARY,
        drawDraft: (plan, options) =>
          drawPlan(
            { catalog: world.catalog, disputes: NO_DISPUTES, land: ALL_LAND, compute: HERE },
            { plan, seed: null, properties: {} },
            options,
          ),
        timeoutMs: timeoutMs ?? LONG_MS,
        clock: systemClock,
        log,
      }),
      createPlanValidator({
        catalogFor: () => world.catalog,
        gazetteer: world.gazetteer,
        vocabulary: VOCABULARY,
        yieldToEventLoop: async () => {},
      }),
    )

  const ask = async ({ text, country, seed, ...asking }: Asking): Promise<Asked> => {
    const lines: string[] = []
    const write = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }))
    const planner = plannerOf(asking, { debug: write, info: write, warn: write, error: write })
    const planned = await planner.plan({ text, country: country ?? null, seed: seed ?? null }, asking)
    return { planned, log: lines.join('\n') }
  }

  return {
    plannerOf,
    ask,
    get catalog() {
      return world.catalog
    },
  }
}

export const search = (name: string, more: object = {}): Reply => ({
  calls: [{ name: 'search_boundaries', input: { name, ...more } }],
})
export const submit = (answer: unknown): Reply => ({ calls: [{ name: 'submit_plan', input: answer }] })
export const part = (text: string, id: string, except: readonly unknown[] = []) => ({
  text,
  id,
  except,
})

/** The best candidate of each search of the last turn. */
export const found = ({ results }: Turn): readonly string[] =>
  (results as { candidates: { id: string }[] }[]).map(({ candidates }) => candidates[0].id)

export const answersInOrder =
  (...replies: readonly ((turn: Turn) => Reply)[]): Script =>
  (turn) =>
    replies[Math.min(turn.number, replies.length - 1)](turn)

export const failure = async (asked: Promise<unknown>): Promise<PlannerFailed> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof PlannerFailed, String(error))
  return error
}

export const withModel = async <T>(script: Script, work: (model: ModelServer) => Promise<T>): Promise<T> => {
  const model = await modelServer(script)
  try {
    return await work(model)
  } finally {
    await model.close()
  }
}

export const TEXT = 'Texas without Harris County'
export const lookBoth = (): Reply => ({
  calls: [
    { name: 'search_boundaries', input: { name: 'Texas', country: 'us' } },
    { name: 'search_boundaries', input: { name: 'Harris County, Texas', kind: null } },
  ],
})
export const submitBoth = (turn: Turn): Reply => {
  const [texas, harris] = found(turn)
  return submit({ parts: [part('Texas', texas, [part('Harris County', harris)])], unmapped: [], notes: [] })
}
