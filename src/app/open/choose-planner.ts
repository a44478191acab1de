/** The configured planner of area descriptions: rules, a model, or both. */
import type { ModelSettings, PlannerSettings } from '../../config/planner-settings.ts'
import { type DrawPorts, drawPlan } from '../../domain/area/draw-plan.ts'
import { createKnownFirstPlanner, createKnownFirstValidator } from '../../domain/area/known-first.ts'
import type { CatalogFor, Planner } from '../../domain/area/ports.ts'
import { createRulePlanner } from '../../domain/area/rules/planner.ts'
import { createRulesFirstPlanner } from '../../domain/area/rules-first.ts'
import { createValidatedPlanner } from '../../domain/area/validated-planner.ts'
import { createPlanValidator, type PlanValidator } from '../../domain/area/validation/validate-plan.ts'
import type { Vocabulary } from '../../domain/area/vocabulary.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { Gazetteer } from '../../domain/gazetteer/ports.ts'
import { loadVocabulary } from '../../sources/areas/load-vocabulary.ts'
import type { BundledLexicon } from '../../sources/names/bundled-lexicon.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { traced } from '../../util/tracing.ts'
import { SERVICE } from '../../util/work-owner.ts'
import type { YieldToEventLoop } from '../../util/yield-to-event-loop.ts'

export interface PlannersOptions {
  readonly settings: PlannerSettings
  readonly catalogFor: CatalogFor<Catalog>
  readonly drawing: Omit<DrawPorts, 'catalog'>
  readonly yieldToEventLoop: YieldToEventLoop
  readonly lexicon: () => Promise<Pick<BundledLexicon, 'words'> & { readonly towns: Gazetteer }>
  /** Directory of the area vocabulary. */
  readonly vocabularyDirectory: string
  readonly clock: Clock
  readonly log: Log
}

export const loadPlanner = async (options: PlannersOptions): Promise<Planner> => {
  const { settings, catalogFor, vocabularyDirectory, lexicon, yieldToEventLoop } = options
  const { words, towns: gazetteer } = await lexicon()
  const vocabulary = loadVocabulary(vocabularyDirectory, words)
  const validatorOver = (among: CatalogFor): PlanValidator =>
    createPlanValidator({ catalogFor: among, gazetteer, vocabulary, yieldToEventLoop })
  const model =
    settings.kind === 'rules'
      ? null
      : createValidatedPlanner(
          traced('upstream.model', await modelPlanner(settings.model, vocabulary, options)),
          createKnownFirstValidator({ catalogFor, validatorOver }),
        )
  if (model !== null && settings.kind === 'llm') return model
  const rules = createKnownFirstPlanner({
    catalogFor,
    plannerOver: (among) =>
      createValidatedPlanner(
        createRulePlanner({
          catalogFor: among,
          gazetteer,
          vocabulary,
          yieldToEventLoop,
          maxReadings: settings.maxReadings,
        }),
        validatorOver(among),
      ),
  })
  return model === null ? rules : createRulesFirstPlanner({ rules, model })
}

const modelPlanner = async (
  settings: ModelSettings,
  vocabulary: Vocabulary,
  { catalogFor, drawing, clock, log }: PlannersOptions,
): Promise<Planner> => {
  const [{ createModelPlanner }, { openModel }] = await Promise.all([
    import('../../sources/planner-llm/planner.ts'),
    import('../../sources/planner-llm/open-model.ts'),
  ])
  return createModelPlanner({
    model: openModel(settings),
    hidden: settings.apiKey === null ? [] : [settings.apiKey],
    catalogFor,
    vocabulary,
    drawDraft: (plan, planning) => {
      const catalog = catalogFor(planning.owner ?? SERVICE)
      return drawPlan({ ...drawing, catalog }, { plan, seed: null, properties: {} }, planning)
    },
    timeoutMs: settings.timeoutMs,
    clock,
    log,
  })
}
