/** Polygons of the bundled atlas: the subdivisions of a place at a level. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'

const ATLAS = join(import.meta.dirname, '../../data/atlas')

/** Encoded rings, in the order of their ids. Rejects a place without such subdivisions: a test of none of them would prove nothing. */
export const polygonsOfAtlas = async (iso: string, level: number): Promise<readonly Uint8Array[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-atlas-'))
  const { source, close } = await openBundledAtlas(ATLAS, directory)
  const [place] = await source.find({ by: 'iso', code: iso })
  const ids = (await source.children([place.id], level)).map(({ id }) => id).sort()
  if (ids.length === 0) throw new Error(`The atlas has nothing at level ${level} in ${iso}.`)
  const geometries = await Promise.all(ids.map((id) => source.geometry(id)))
  await close()
  await rm(directory, { recursive: true })
  return geometries.map((geometry) => geometry!.rings)
}
