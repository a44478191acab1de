/** Opens the bundled atlas, if it is among the sources. */
import type { Config } from '../../config/read-config.ts'
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openBundledAtlas } from '../../sources/atlas/bundled-atlas.ts'
import { BUNDLED_DATA, unpackingDirectory } from './opening.ts'
import type { Part } from './parts.ts'

export interface AtlasParts extends Part {
  readonly atlas: BoundarySource | null
}

export const openAtlas = async (config: Config): Promise<AtlasParts> => {
  if (!config.sources.includes('atlas')) return { atlas: null }
  const { source, close } = await openBundledAtlas(`${BUNDLED_DATA}/atlas`, unpackingDirectory(config))
  return { atlas: source, close }
}
