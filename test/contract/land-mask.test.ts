import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LAND_FILES } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { geoJsonLinesOf, geoJsonOf, shapefileOf } from '../support/land-files.ts'
import { boxRing, clockwise, coastRing, seededRandom } from '../support/shapes.ts'
import { landMaskContract } from './land-mask.ts'

const PACKED = join(import.meta.dirname, '../../data/land')
const workplace = (): string => mkdtempSync(join(tmpdir(), 'metes-land-mask-'))

landMaskContract('the bundled mask', async () => {
  const mask = openLand({ packedIn: PACKED, dataDirectory: workplace(), file: null })
  return {
    mask,
    close: mask.close,
    // Luxembourg, the middle of the Sahara, Lake Constance, Fiji on both sides of the antimeridian, the South Pole.
    onLand: [
      [6.13, 49.61],
      [5, 22],
      [9.4, 47.6],
      [178, -17.8],
      [-179.97, -16.77],
      [0, -89.9],
    ],
    inSea: [
      [-30, 40],
      [3, 56],
      [0, 0],
      [180, 0],
    ],
  }
})

landMaskContract('the bundled mask with an imported coast', async () => {
  const mask = openLand({ packedIn: PACKED, dataDirectory: workplace(), file: null })
  const shore = [-30, 40, -29.9, 40, -29.9, 40.1, -30, 40.1, -30, 40].map((value) => value * 1e7)
  await mask.redraw([Int32Array.from(shore)])
  return {
    mask,
    close: mask.close,
    onLand: [
      [-29.95, 40.05],
      [6.13, 49.61],
    ],
    inSea: [
      [-29.85, 40.05],
      [3, 56],
    ],
  }
})

/** A continent with a sea in it, two islands that overlap, and one across the antimeridian in two parts. */
const LAND = [
  [
    coastRing(seededRandom(11), { lon: 10, lat: 20, radius: 20, doublings: 9, roughness: 0.2 }),
    clockwise(boxRing(9, 19, 11, 21)),
  ],
  [boxRing(-20, 10, -19, 11)],
  [boxRing(-19.5, 10.5, -18, 12)],
  [boxRing(179, 5, 180, 6)],
  [boxRing(-180, 5, -179, 6)],
]

const LAND_COMPUTE = openCompute({ import: LAND_FILES })

const FILES: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['land.geojson', geoJsonOf(LAND)],
  ['land.geojsonl', geoJsonLinesOf(LAND)],
  ['land.shp', shapefileOf(LAND)],
]

for (const [name, content] of FILES)
  landMaskContract(`an own mask in ${name}`, async () => {
    const dataDirectory = workplace()
    const file = join(dataDirectory, name)
    writeFileSync(file, content)
    const mask = openLand({ packedIn: PACKED, dataDirectory, file: { path: file, compute: LAND_COMPUTE } })
    return {
      mask,
      close: mask.close,
      onLand: [
        [10, 16],
        [-19.3, 10.7],
        [-18.2, 11.9],
        [179.5, 5.5],
        [-179.5, 5.5],
      ],
      inSea: [
        [10, 20],
        [-19.8, 11.5],
        [178, 5.5],
        [100, 20],
      ],
    }
  })
