/** Opens the land mask and the planner, with which areas are made. */
import { createAreas } from '../../domain/area/areas.ts'
import { createFetchingPlanner } from '../../domain/live/fetching-planner.ts'
import type { GeometryRenderer } from '../../domain/render/renderer.ts'
import { systemClock } from '../../util/clock.ts'
import type { CatalogParts } from './catalog.ts'
import { openLandMask } from './land-mask.ts'
import { BUNDLED_DATA, type Opening } from './opening.ts'
import { openPlanner } from './planner.ts'

export const openAreas = (
  { config, log, onClose }: Opening,
  { live, yieldingCatalog, yieldToEventLoop, disputes, lexicon }: CatalogParts,
  renderer: GeometryRenderer,
) => {
  const land = openLandMask({ packedIn: `${BUNDLED_DATA}/land`, config, clock: systemClock, log })
  onClose(land.close)
  const drawing = { catalog: yieldingCatalog, land, renderer, disputes }
  const planner = openPlanner({
    settings: config.planner,
    drawing,
    catalog: yieldingCatalog,
    yieldToEventLoop,
    lexicon,
    vocabularyDirectory: `${BUNDLED_DATA}/areas`,
    clock: systemClock,
    log,
  })
  const areas = createAreas({
    planner: live === null ? planner : createFetchingPlanner(planner, live, yieldingCatalog),
    ...drawing,
  })
  return { land, planner, areas }
}
