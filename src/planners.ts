/** Whoever reads descriptions of areas, as the settings say. */
import type { Planner } from './domain/area/ports.ts'
import { createRulePlanner } from './domain/area/rules/planner.ts'
import type { Catalog } from './domain/catalog/catalog.ts'
import { loadVocabulary } from './sources/areas/load-vocabulary.ts'

export interface PlannersOptions {
  readonly catalog: Catalog
  /** Folder of the words and groups. */
  readonly vocabularyDirectory: string
}

/** The words are read when the first description comes: most commands never need them. */
export const openPlanner = ({ catalog, vocabularyDirectory }: PlannersOptions): Planner => {
  let rules: Planner | null = null
  return {
    plan: async (request) => {
      rules ??= createRulePlanner({ catalog, vocabulary: loadVocabulary(vocabularyDirectory) })
      return rules.plan(request)
    },
  }
}
