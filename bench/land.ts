/**
 * Areas of the atlas clipped to land by the bundled mask, compared with GEOS: `node bench/land.ts`. Target: a few seconds for the largest,
 * some milliseconds for small ones, and no work inland.
 *
 * GEOS clips with the land of the same tiles, united before the clock starts (as a program without tiles would do), and tile by
 * tile. Norway and Canada take it minutes, so only Metes clips them. (A separate run of clipper2-wasm took 35 ms for
 * Luxembourg and 224 ms for Italy.)
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clipToLand } from '../src/domain/area/clip-to-land.ts'
import { planarAreaDegrees } from '../src/domain/geometry/area.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { openBundledAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { openLand } from '../src/sources/land/open-land.ts'
import { clipByGeosPieces, openGeosMask } from '../test/support/geos.ts'
import { landNear } from '../test/support/land.ts'
import { type Competitors, printMachine, race } from './support/race.ts'

const ROUNDS = 5
const WITH_GEOS = ['LU', 'GI', 'US-CA', 'NL', 'IT', 'PH']
const ALONE = ['NO', 'RU', 'US', 'CA']
const DATA = fileURLToPath(new URL('../data', import.meta.url))

/** Square degrees and vertices; null where only the area is known. */
type Found = readonly [area: number, vertices: number | null]

const describe = ([area, vertices]: Found): string =>
  `${area.toFixed(6)} square degrees${vertices === null ? '' : `, ${vertices} vertices`}`

printMachine()
const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const atlas = await openBundledAtlas(`${DATA}/atlas`, directory)
const mask = openLand({ packedIn: `${DATA}/land`, dataDirectory: directory, file: null })

const boundary = async (code: string) => {
  const [{ id, bbox }] = await atlas.source.find({ by: 'iso', code })
  const geometry = await atlas.source.geometry(id)
  if (geometry === null) throw new Error(`The atlas has no ${code}.`)
  return { rings: decodeRings(geometry.rings), bbox }
}

for (const code of [...WITH_GEOS, ...ALONE]) {
  const { rings, bbox } = await boundary(code)
  const competitors: Record<string, Competitors<Found>[string]> = {
    'metes, tiles read from the file': async () => {
      const { tiles } = await mask.landIn([bbox])
      const clipped = clipToLand(rings, tiles)
      return [planarAreaDegrees(clipped.rings), vertexCount(clipped.rings)]
    },
  }
  const close = WITH_GEOS.includes(code) ? await addGeos(competitors, rings) : () => {}
  await race(`${code}: ${vertexCount(rings)} vertices`, ROUNDS, competitors, describe)
  close()
}

await mask.close()
await atlas.close()
await rm(directory, { recursive: true })

async function addGeos(
  competitors: Record<string, Competitors<Found>[string]>,
  rings: Rings,
): Promise<() => void> {
  const land = await landNear(mask, [rings])
  const united = openGeosMask(land)
  competitors['geos-wasm, land united before'] = () => [united.clip(rings), null]
  competitors['geos-wasm, tile by tile'] = () => [clipByGeosPieces(rings, land), null]
  return united.close
}
