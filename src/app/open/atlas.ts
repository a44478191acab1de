/** Opens the bundled atlas, if it is among the sources. */
import type { Config } from '../../config/read-config.ts'
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openBundledAtlas } from '../../sources/atlas/bundled-atlas.ts'
import { BUNDLED_DATA } from './opening.ts'
import type { Part } from './parts.ts'

export interface AtlasParts extends Part {
  readonly atlas: BoundarySource | null
}

export const openAtlas = async ({ sources, dataDir }: Config): Promise<AtlasParts> => {
  if (!sources.includes('atlas')) return { atlas: null }
  const { source, close } = await openBundledAtlas(`${BUNDLED_DATA}/atlas`, dataDir)
  return { atlas: source, close }
}
