/** Opens the areas, and the planner of their descriptions. */
import type { Compute } from '../../compute/port.ts'
import { createAreas } from '../../domain/area/areas.ts'
import type { LandMask } from '../../domain/area/ports.ts'
import { createFetchingPlanner } from '../../domain/live/fetching-planner.ts'
import type { CatalogParts } from './catalog.ts'
import type { LiveParts } from './live.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'
import { openPlanner } from './planner.ts'

export const openAreas = (
  { config, log, clock }: Opening,
  { yieldingCatalogFor: catalogFor, yieldToEventLoop, disputes, lexicon }: CatalogParts,
  { live }: LiveParts,
  land: LandMask,
  compute: Compute,
) => {
  const drawing = { catalogFor, land, compute, disputes }
  const planner = openPlanner({
    settings: config.planner,
    drawing,
    catalogFor,
    yieldToEventLoop,
    lexicon,
    vocabularyDirectory: `${BUNDLED_DATA}/areas`,
    clock,
    log,
  })
  const areas = createAreas({
    planner: live === null ? planner : createFetchingPlanner(planner, live, catalogFor),
    ...drawing,
  })
  return { areas }
}
