/** The catalog for descriptions of areas: the bundled atlas, with an extract above it where one is named. */
import { fileURLToPath } from 'node:url'
import type { Planner } from '../../src/domain/area/ports.ts'
import { createRulePlanner } from '../../src/domain/area/rules/planner.ts'
import { createValidatedPlanner } from '../../src/domain/area/validated-planner.ts'
import { createPlanValidator } from '../../src/domain/area/validation/validate-plan.ts'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { Gazetteer } from '../../src/domain/gazetteer/ports.ts'
import { loadVocabulary } from '../../src/sources/areas/load-vocabulary.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import { openImportWorld } from './import-world.ts'
import { NAME_WORDS } from './name-words.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

export interface AreaWorld {
  readonly catalog: Catalog
  readonly gazetteer: Gazetteer
  /** The rules as the service uses them, with validation of their plans. Nobody else waits here. */
  readonly planner: Planner
  close(): Promise<void>
}

/** @param extract path of an OpenStreetMap file, or null */
export const openAreaWorld = async (extract: string | null): Promise<AreaWorld> => {
  const world = await openImportWorld()
  const atlas = await openBundledAtlas(`${DATA}/atlas`, world.directory)
  const gazetteer = await openBundledGazetteer(`${DATA}/gazetteer`, world.directory)
  if (extract !== null) await world.importFile(extract, [atlas.source])
  const catalog = createCatalog({
    sources: [world.store, atlas.source],
    polygonBytes: 1 << 26,
    disputes: DISPUTES,
    lexicon: async () => ({ words: NAME_WORDS, towns: gazetteer }),
  })
  const vocabulary = VOCABULARY
  return {
    catalog,
    gazetteer,
    planner: createValidatedPlanner(
      createRulePlanner({ catalog, gazetteer, vocabulary, yieldToEventLoop }),
      createPlanValidator({ catalog, gazetteer, vocabulary, yieldToEventLoop }),
    ),
    close: async () => {
      await atlas.close()
      await world.close()
    },
  }
}

const yieldToEventLoop = async (): Promise<void> => {}

export const DISPUTES = createDisputes(bundledDisputes(`${DATA}/atlas`))

export const VOCABULARY = loadVocabulary(`${DATA}/areas`, NAME_WORDS)
