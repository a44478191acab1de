/** The coarse map of the whole world: land, large waters, and the borders and names of countries, below the zooms of the base map. */
import { readFileSync } from 'node:fs'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { once } from '../../util/once.ts'

/** Built by scripts/build-overview.ts. */
const OVERVIEW = new URL('../../../data/overview/world.json', import.meta.url)

export const worldMap: () => EncodedBody = once(
  () => new EncodedBody(readFileSync(OVERVIEW), 'application/geo+json'),
)
