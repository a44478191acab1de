/** Whoever reads descriptions of areas, as the settings say. */
import { type DrawPorts, drawPlan } from './domain/area/draw-plan.ts'
import type { Planner } from './domain/area/ports.ts'
import { createRulePlanner } from './domain/area/rules/planner.ts'
import { createRulesFirstPlanner } from './domain/area/rules-first.ts'
import { createPlanValidator } from './domain/area/validate-plan.ts'
import { createValidatedPlanner } from './domain/area/validated-planner.ts'
import type { Vocabulary } from './domain/area/vocabulary.ts'
import type { Catalog } from './domain/catalog/catalog.ts'
import type { Gazetteer } from './domain/gazetteer/ports.ts'
import type { ModelSettings, PlannerSettings } from './planner-settings.ts'
import { loadVocabulary } from './sources/areas/load-vocabulary.ts'
import type { Clock } from './util/clock.ts'
import type { GiveWay } from './util/give-way.ts'
import type { Log } from './util/log.ts'

export interface PlannersOptions {
  readonly settings: PlannerSettings
  readonly catalog: Catalog
  readonly drawing: DrawPorts
  readonly giveWay: GiveWay
  readonly openGazetteer: () => Promise<Gazetteer>
  /** Folder of the words and groups. */
  readonly vocabularyDirectory: string
  readonly clock: Clock
  readonly log: Log
}

/** The words, and what speaks to a model, are loaded when they are needed: most commands never do. */
export interface LazyPlanner extends Planner {
  /** Loads them now: reading the words alone holds up everybody for a tenth of a second. */
  readonly load: () => Promise<void>
}

export const openPlanner = (options: PlannersOptions): LazyPlanner => {
  let opened: Promise<Planner> | null = null
  const planner = (): Promise<Planner> => {
    opened ??= open(options)
    return opened
  }
  return {
    plan: async (request, planning) => (await planner()).plan(request, planning),
    load: async () => void (await planner()),
  }
}

const open = async (options: PlannersOptions): Promise<Planner> => {
  const { settings, catalog, vocabularyDirectory, openGazetteer, giveWay } = options
  const vocabulary = loadVocabulary(vocabularyDirectory)
  const gazetteer = await openGazetteer()
  const validate = createPlanValidator({ catalog, gazetteer, vocabulary, giveWay })
  const model =
    settings.kind === 'rules'
      ? null
      : createValidatedPlanner(await modelPlanner(settings.model, vocabulary, options), validate)
  if (model !== null && settings.kind === 'llm') return model
  const rules = createValidatedPlanner(
    createRulePlanner({ catalog, gazetteer, vocabulary, giveWay }),
    validate,
  )
  return model === null ? rules : createRulesFirstPlanner({ rules, model })
}

const modelPlanner = async (
  settings: ModelSettings,
  vocabulary: Vocabulary,
  { catalog, drawing, clock, log }: PlannersOptions,
): Promise<Planner> => {
  const [{ createModelPlanner }, { openModel }] = await Promise.all([
    import('./sources/planner-llm/planner.ts'),
    import('./sources/planner-llm/open-model.ts'),
  ])
  return createModelPlanner({
    model: openModel(settings),
    hidden: settings.apiKey === null ? [] : [settings.apiKey],
    catalog,
    vocabulary,
    drawDraft: (plan, planning) => drawPlan(drawing, { plan, seed: null, properties: {} }, planning),
    timeoutMs: settings.timeoutMs,
    clock,
    log,
  })
}
