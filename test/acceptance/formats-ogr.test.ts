/** Every geographic format as GDAL reads it: Debian's package gdal-bin. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Format } from '../../src/domain/formats/index.ts'
import type { SingleFeature } from '../../src/domain/formats/writer.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { vertexCount } from '../../src/domain/geometry/rings.ts'
import { withCollection, withFile } from '../support/exported-file.ts'
import { FILE_READERS, planarArea, positionCount, type ReadPolygons } from '../support/file-readers.ts'
import { fileOf, SHAPES } from '../support/format-samples.ts'
import { noGdal } from '../support/gdal.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'

interface OgrAnswer {
  readonly polygons: ReadPolygons
  readonly properties: Readonly<Record<string, unknown>>
}

/** GDAL's reading of the file, longitude first whatever the file's own order is. */
const readByOgr = (format: Format, file: SingleFeature): OgrAnswer => {
  let answer: OgrAnswer | null = null
  withFile(format, file, (path) => {
    const input = format === 'wkt' ? asTable(path) : path
    const geojson = execFileSync(
      'ogr2ogr',
      ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9', '/vsistdout/', input],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const { features } = JSON.parse(geojson)
    assert.equal(features.length, 1)
    answer = {
      polygons: FILE_READERS.geojson(JSON.stringify(features[0])),
      properties: features[0].properties,
    }
  })
  return answer!
}

/** GDAL reads well-known text in a column of a table. */
const asTable = (path: string): string => {
  const table = `${path}.csv`
  writeFileSync(table, `name,WKT\nx,"${readFileSync(path, 'utf8').trim()}"\n`)
  return table
}

const READ_BY_GDAL = [
  'geojson',
  'geojsonl',
  'geojsons',
  'topojson',
  'kml',
  'gml',
  'wkt',
  'csv',
  'fgb',
  'gpkg',
  'shp',
] as const

for (const format of READ_BY_GDAL) {
  describe(`GDAL reads a ${format} file`, { skip: noGdal }, () => {
    for (const [name, rings] of Object.entries(SHAPES)) {
      test(`of ${name} with the same area and vertices`, () => {
        const { polygons } = readByOgr(format, fileOf(rings, 7))
        assert.equal(positionCount(polygons), vertexCount(rings))
        // GDAL keeps the winding of the file: clockwise in a Shapefile.
        const area = (format === 'shp' ? -1 : 1) * planarArea(polygons)
        assert.ok(Math.abs(area / planarAreaDegrees(rings) - 1) < 1e-9)
      })
    }

    if (format !== 'wkt') {
      test('with its name and its properties', () => {
        const { properties } = readByOgr(format, fileOf(SHAPES.square, 6, { name: 'A & <b> "Ω" 😀' }))
        assert.equal(properties.name ?? properties.Name, 'A & <b> "Ω" 😀')
        assert.equal(properties.kind, 'country')
        const names = Object.keys(properties).map((name) => name.toLowerCase())
        assert.equal(new Set(names).size, names.length, 'no field twice')
        assert.equal(Number(properties.population), 884_887)
      })
    }
  })
}

describe('the index of a collection', { skip: noGdal }, () => {
  for (const format of ['fgb', 'gpkg'] as const) {
    test(`of ${format} finds what meets a box, and nothing else`, () => {
      const boxes = Array.from({ length: 700 }, (_, i) =>
        ringsOf([[boxRing(i % 35, i / 35 - 10, (i % 35) + 0.5, i / 35 - 9.9)]]),
      )
      withCollection(format, boxes, (path) => {
        for (const [west, south, east, north] of [
          [0, -10, 40, 40],
          [3.1, -9.95, 3.2, -5],
          [20.6, 0, 20.9, 1],
          [10, 3, 12, 4],
        ]) {
          const geojson = execFileSync(
            'ogr2ogr',
            ['-f', 'GeoJSON', '-spat', ...[west, south, east, north].map(String), '/vsistdout/', path],
            { encoding: 'utf8', maxBuffer: 2 ** 26 },
          )
          const found = JSON.parse(geojson)
            .features.map(({ properties }: OgrAnswer) => properties.id)
            .sort()
          const wanted = boxes.flatMap((rings, i) => {
            const [minX, minY, maxX, maxY] = bboxOf(rings)
            return minX <= east && maxX >= west && minY <= north && maxY >= south ? [`r${i}`] : []
          })
          assert.deepEqual(found, wanted.sort())
        }
      })
    })
  }
})
