/** The catalog for descriptions of areas: the bundled atlas, with an extract above it where one is named. */
import { fileURLToPath } from 'node:url'
import type { PlannersOptions } from '../../src/app/open/choose-planner.ts'
import { openPlanner } from '../../src/app/open/planner.ts'
import type { Planner } from '../../src/domain/area/ports.ts'
import { type Catalog, createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { Gazetteer } from '../../src/domain/gazetteer/ports.ts'
import { loadVocabulary } from '../../src/sources/areas/load-vocabulary.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import { loadHintFacts } from '../../src/sources/names/load-hint-facts.ts'
import { openImportWorld } from './import-world.ts'
import { NAME_WORDS } from './name-words.ts'
import { sharedBySuites } from './shared-by-suites.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))

export interface AreaWorld {
  readonly catalog: Catalog
  readonly gazetteer: Gazetteer
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
    lexicon: async () => ({ words: NAME_WORDS, towns: gazetteer, facts: HINT_FACTS }),
  })
  return {
    catalog,
    gazetteer,
    planner: rulesOver(catalog, gazetteer),
    close: async () => {
      await atlas.close()
      await world.close()
    },
  }
}

/** Of all suites of this process: nobody changes it. */
export const suiteAreaWorld: () => Omit<AreaWorld, 'close'> = sharedBySuites(
  () => openAreaWorld(null),
  (world) => world.close(),
)

/** The rules as the service opens them. Nobody else waits here. */
export const rulesOver = (catalog: Catalog, gazetteer: Gazetteer): Planner =>
  openPlanner({
    settings: { kind: 'rules', maxReadings: 32 },
    catalogFor: () => catalog,
    yieldToEventLoop: async () => {},
    lexicon: async () => ({ words: NAME_WORDS, towns: gazetteer, facts: HINT_FACTS }),
    vocabularyDirectory: `${DATA}/areas`,
  } as Partial<PlannersOptions> as PlannersOptions)

export const DISPUTES = createDisputes(bundledDisputes(`${DATA}/atlas`))

const HINT_FACTS = loadHintFacts(DATA)

export const VOCABULARY = loadVocabulary(`${DATA}/areas`, NAME_WORDS)
