/** Real extracts compared with GEOS and osmium. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ImportReport } from '../../src/domain/catalog/import-report.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'

interface Truth {
  readonly boundaries: readonly {
    readonly id: string
    readonly name: string
    readonly admin_level: number
    readonly wikidata: string | null
    readonly area_deg2: number
    readonly vertices: number
    readonly bbox: readonly [number, number, number, number]
    readonly parts: number
  }[]
  readonly points: readonly {
    readonly lon: number
    readonly lat: number
    readonly inside: readonly string[]
  }[]
}

const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Boundaries of the extracts that the truth lacks, because it lists relations only. */
const EXTRACTS = [
  {
    name: 'luxembourg-2018',
    country: 'LU',
    closedWays: ['w293181548'],
    beyondBorder: ['Godendorf', 'Langsur', 'Mondorff', 'Roth an der Our', 'Wehr', 'Évrange'],
    parents: { r407489: ['r2171347', 'r407824'] },
  },
  { name: 'liechtenstein-2022', country: 'LI', closedWays: [], beyondBorder: [], parents: {} },
  {
    name: 'andorra-2019',
    country: 'AD',
    closedWays: [],
    beyondBorder: ["L'Hospitalet-près-l'Andorre"],
    parents: { r2804757: ['r9407'] },
  },
]

for (const { name, country, closedWays, beyondBorder, parents } of EXTRACTS) {
  const file = `${DATA}/osm/${name}.osm.pbf`
  const skip = existsSync(file) ? false : `the extract ${name}.osm.pbf is not on this machine`

  describe(`the extract ${name}`, { skip }, () => {
    let world: ImportWorld
    let report: ImportReport
    let truth: Truth

    before(async () => {
      truth = JSON.parse(readFileSync(`${DATA}/truth/${name}.json`, 'utf8'))
      world = await openImportWorld()
      report = await world.importFile(file)
    })
    after(() => world?.close())

    it('gives every boundary with its name, level, area, box, vertices and parts', async () => {
      for (const expected of truth.boundaries) {
        const record = await world.record(expected.id)
        assert.ok(record !== null, `${expected.id} ${expected.name} is missing`)
        const { name, adminLevel, wikidata, vertices, bbox } = record
        assert.deepEqual(
          [name, adminLevel, wikidata],
          [expected.name, expected.admin_level, expected.wikidata],
        )
        assert.deepEqual(bbox, expected.bbox)
        const rings = await world.rings(expected.id)
        const relative = Math.abs(planarAreaDegrees(rings) / expected.area_deg2 - 1)
        assert.ok(relative <= 1e-9, `${expected.id}: area off by ${relative}`)
        assert.deepEqual([vertices, vertexCount(rings)], [expected.vertices, expected.vertices], expected.id)
        assert.equal(rings.polygonEnds.length, expected.parts)
      }
    })

    it('has nothing else but closed ways, and knows the country of all but the places beyond its border', async () => {
      assert.equal(report.boundaries, truth.boundaries.length + closedWays.length)
      const beyond: string[] = []
      for (const id of [...closedWays, ...truth.boundaries.map(({ id }) => id)]) {
        const record = await world.record(id)
        const isInCountry = record?.adminLevel === 2 || record?.parents[0]?.adminLevel === 2
        assert.equal(record?.country, isInCountry ? country : null, id)
        if (record?.country === null) beyond.push(record.name)
      }
      assert.deepEqual(beyond.sort(), beyondBorder)
      assert.deepEqual(report.coveredCountries, [country])
    })

    it('places every point in exactly the boundaries that contain it', async () => {
      const all = new Map<string, Rings>()
      for (const { id } of truth.boundaries) all.set(id, await world.rings(id))
      for (const { lon, lat, inside } of truth.points) {
        const found = [...all].filter(([, rings]) => locate(rings, toUnits(lon), toUnits(lat)) !== OUTSIDE)
        assert.deepEqual(found.map(([id]) => id).sort(), [...inside].sort(), `${lon}, ${lat}`)
      }
    })

    it('says why every other relation is skipped', () => {
      assert.ok(report.skipped.length > 0)
      for (const { reason } of report.skipped) assert.match(reason, /^[A-Z].*\.$/)
      const austria = report.skipped.find(({ id }) => id === 'r16239')
      if (austria !== undefined)
        assert.match(austria.reason, /^Member missing: the file lacks \d+ of its \d+ ways \(w\d+/)
    })

    it('knows the parents, from the country down', async () => {
      for (const [id, expected] of Object.entries(parents)) {
        assert.deepEqual(
          (await world.record(id))?.parents.map((parent) => parent.id),
          expected,
        )
      }
    })

    it('changes nothing when imported again', async () => {
      const before = await world.store.version()
      const { stored } = await world.importFile(file)
      assert.deepEqual(stored, { added: 0, replaced: 0, unchanged: report.boundaries, removed: 0 })
      assert.equal(await world.store.version(), before)
    })
  })
}
