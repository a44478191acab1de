/** The land that the map page paints, against the land mask. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openAtlasReader } from '../../scripts/reference/atlas-reader.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import { ringsOfBox } from '../../src/domain/geometry/tiles.ts'
import { createBaseTiles } from '../../src/domain/tiles/base-tiles.ts'
import { boxOfTile, degreesOfBox, type TileAddress, tileAt } from '../../src/domain/tiles/tile-grid.ts'
import { styleOf } from '../../src/explorer/map-style.ts'
import { coloursOf } from '../../src/map-style/colours.ts'
import { openLand, openWaters } from '../../src/sources/land/open-land.ts'
import { SERVICE } from '../../src/util/work-owner.ts'
import { HERE } from '../support/compute.ts'
import { featuresOfTile, PIXELS, paintedTile, pixelRings, pixelsInside } from '../support/drawn-land.ts'

const DATA = join(import.meta.dirname, '../../data')
const MASKS = { packedIn: join(DATA, 'land'), dataDirectory: join(DATA, 'land') }
const land = openLand({ ...MASKS, file: null })
const waters = openWaters(MASKS)
const atlas = await openAtlasReader(join(DATA, 'atlas'))
after(async () => {
  await Promise.all([land.close(), waters.close(), atlas.close()])
})

const baseTiles = createBaseTiles({
  land,
  waters,
  towns: async () => ({ attribution: '', townsIn: () => [] }),
  compute: HERE,
})
const STYLE = styleOf('light', 'https://metes.example.org')
const COLOURS = coloursOf('light')

/** True for each pixel whose middle is on land by the mask. */
const landOfMask = async (tile: TileAddress): Promise<Uint8Array> => {
  const { tiles } = await land.landIn([degreesOfBox(boxOfTile(tile))])
  const isLand = new Uint8Array(PIXELS ** 2)
  for (const { box, area } of tiles) {
    if (area === 'none') continue
    const rings = pixelRings(area === 'all' ? ringsOfBox(box) : decodeRings(area), tile)
    for (const pixel of pixelsInside(rings)) isLand[pixel] = 1
  }
  return isLand
}

/** Pixels that the page paints otherwise than the mask has them. Lakes and rivers may be painted where the mask has land. */
const faultsOf = (painted: readonly string[], mask: Uint8Array, inland: ReadonlySet<number>) => {
  const isLand = (pixel: number): boolean => mask[pixel] === 1
  const count = (isFault: (colour: string, pixel: number) => boolean): number =>
    painted.filter(isFault).length
  return {
    land: count((_, pixel) => isLand(pixel)),
    drowned: count((colour, pixel) => isLand(pixel) && colour !== COLOURS.land && !inland.has(pixel)),
    raised: count((colour, pixel) => !isLand(pixel) && colour === COLOURS.land),
  }
}

/** A coast is rounded to a quarter of a pixel of the map, of which each of these pixels has eight by eight. */
const mostFaults = (land: number): number => 2 + 0.03 * land

describe('every country is painted as land', () => {
  for (const zoom of [5, 7, 10])
    test(`at zoom ${zoom}`, async () => {
      const countries = atlas.records.filter(({ kind }) => kind === 'country')
      assert.equal(countries.length, 250)
      const wrong: string[] = []
      const checked = new Set<string>()
      for (const country of countries) {
        const tile = tileAt(pointOnSurface(await atlas.ringsOf(country)), zoom)
        if (checked.has(`${tile.x}/${tile.y}`)) continue
        checked.add(`${tile.x}/${tile.y}`)
        const bytes = await (await baseTiles.at(tile)).draw(SERVICE)
        const painted = paintedTile(STYLE, zoom, (source, layer) => {
          assert.ok(source !== 'boundaries', 'what is land does not follow from boundaries')
          return source === 'base' ? featuresOfTile(bytes, layer!) : []
        })
        const shores = featuresOfTile(bytes, 'water').flatMap(({ rings }) => pixelsInside(rings))
        const { land, drowned, raised } = faultsOf(painted, await landOfMask(tile), new Set(shores))
        if (Math.max(drowned, raised) > mostFaults(land))
          wrong.push(
            `${country.name}: ${drowned} of ${land} pixels are sea, and ${raised} of the sea are land`,
          )
      }
      assert.deepEqual(wrong, [])
    })
})

test('the coarse map of the whole world has the same land', async () => {
  const { features } = JSON.parse(readFileSync(join(DATA, 'overview/world.json'), 'utf8'))
  const world: TileAddress = { z: 0, x: 0, y: 0 }
  const areas = features
    .filter(({ geometry }: WorldFeature) => geometry.type === 'MultiPolygon')
    .map(({ geometry, properties }: WorldFeature) => ({
      properties,
      rings: pixelRings(ringsFromGeoJson(geometry), world),
    }))
  const painted = paintedTile(STYLE, 2, (source) => (source === 'world' ? areas : []))
  const shores = areas
    .filter(({ properties }: WorldFeature) => properties.what === 'water')
    .flatMap(({ rings }: { rings: Parameters<typeof pixelsInside>[0] }) => pixelsInside(rings))
  const { land, drowned, raised } = faultsOf(painted, await landOfMask(world), new Set(shores))
  assert.ok(Math.max(drowned, raised) < mostFaults(land), `${drowned} and ${raised} of ${land}`)
})

interface WorldFeature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly properties: Readonly<Record<string, unknown>>
}
