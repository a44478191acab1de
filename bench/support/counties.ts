/** Counties of the bundled atlas: real neighbours, drawn coarsely. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'

const ATLAS = fileURLToPath(new URL('../../data/atlas', import.meta.url))
const COUNTY_LEVEL = 6

/** Of one state, in the order of their ids. */
export const countiesOf = async (iso: string): Promise<readonly Rings[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
  const { source, close } = await openBundledAtlas(ATLAS, directory)
  const [state] = await source.find({ by: 'iso', code: iso })
  const counties = await source.children([state.id], COUNTY_LEVEL)
  const ids: BoundaryId[] = counties.map(({ id }) => id).sort()
  const geometries = await Promise.all(ids.map((id) => source.geometry(id)))
  await close()
  await rm(directory, { recursive: true })
  return geometries.flatMap((geometry) => (geometry === null ? [] : [decodeRings(geometry.rings)]))
}
