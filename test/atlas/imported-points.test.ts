/** An imported country among the atlas's neighbours: every point is still in one country, or near one where their borders differ. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { distanceToEdgesKm } from '../../src/domain/geometry/nearest-edge.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { readAllTowns } from '../support/all-towns.ts'
import { type AreaWorld, DISPUTES, openAreaWorld } from '../support/area-world.ts'
import { recordOf, unitsOf } from '../support/atlas-units.ts'
import { seededRandom } from '../support/shapes.ts'

const OSM = fileURLToPath(new URL('../../../shared/data/osm', import.meta.url))
const EXTRACTS = [
  ['LU', 'luxembourg-2018.osm.pbf'],
  ['AD', 'andorra-2019.osm.pbf'],
] as const

const POINTS = casesOf('points around an imported country')
/** Around the box of the country, so that half of the points are in its neighbours. */
const MARGIN_DEGREES = 0.1
/** GeoNames rounds many positions to minutes of arc, up to 1.3 km. */
const ROUNDING_KM = 1.5

const towns = readAllTowns()

const codesOf = (records: readonly BoundaryRecord[]): readonly string[] =>
  records.filter(({ kind }) => kind === 'country').map(({ country }) => country ?? '')

for (const [code, name] of EXTRACTS) {
  const file = `${OSM}/${name}`
  describe(`with ${name} imported`, { skip: existsSync(file) ? false : `${file} is not there` }, () => {
    let world: AreaWorld
    let country: BoundaryRecord
    let points: readonly Position[]
    let found: readonly (readonly BoundaryRecord[])[]
    before(async () => {
      world = await openAreaWorld(file)
      country = (await recordOf(world.catalog, `iso:${code}`))!
      const [west, south, east, north] = country.bbox
      const random = seededRandom(31)
      points = Array.from({ length: POINTS }, () => [
        west - MARGIN_DEGREES + random() * (east - west + 2 * MARGIN_DEGREES),
        south - MARGIN_DEGREES + random() * (north - south + 2 * MARGIN_DEGREES),
      ])
      found = await Promise.all(points.map((point) => world.catalog.reverse(point)))
    })
    after(() => world.close())

    const nearbyCodes = async (point: Position): Promise<readonly string[]> =>
      codesOf((await world.catalog.nearby(point, [])).map(({ record }) => record))

    const isAtBorder = async (code: string, position: Position): Promise<boolean> => {
      const record = (await recordOf(world.catalog, `iso:${code}`))!
      const { rings } = await world.catalog.geometry(record)
      return distanceToEdgesKm(decodeRings(rings), position, ROUNDING_KM) !== null
    }

    test('the extract answers for its country', () => {
      assert.equal(country.origin, 'extract')
      const inside = found.filter((records) => records.some(({ id }) => id === country.id))
      assert.ok(inside.length > POINTS / 5, `${inside.length}`)
    })

    test('no point lies in two countries, except on disputed land', async () => {
      for (const [i, records] of found.entries()) {
        const codes = codesOf(records)
        if (codes.length < 2) continue
        const disputes = await DISPUTES.at(points[i])
        const isDisputed = disputes.some(({ claimants }) => codes.every((each) => claimants.includes(each)))
        assert.ok(isDisputed, `${points[i]}: ${codes}`)
      }
    })

    test('few points lie in no country, and each of them is near one', async () => {
      const nowhere = points.filter((_, i) => codesOf(found[i]).length === 0)
      assert.ok(nowhere.length < 0.01 * POINTS, `${nowhere.length}`)
      for (const point of nowhere) assert.notDeepEqual(await nearbyCodes(point), [], `${point}`)
    })

    // OpenStreetMap has the commune of Heiderscheid twice, as it was and as a section of the one that it joined.
    test('no point lies in two units of one parent and level, except two with the same land', () => {
      for (const [i, records] of found.entries()) {
        const areas = new Map<string, number>()
        for (const { kind, adminLevel, parents, areaKm2 } of records) {
          if (kind === 'country' || adminLevel === null) continue
          const place = `${adminLevel} in ${parents.at(-1)?.id}`
          assert.equal(areas.get(place) ?? areaKm2, areaKm2, `${points[i]}: ${place}`)
          areas.set(place, areaKm2)
        }
      }
    })

    test('the inside point of every unit lies in it and in all its parents', async () => {
      const units = await unitsOf(world.catalog, country)
      assert.ok(units.length > 5, `${units.length}`)
      for (const unit of units) {
        const ids = (await world.catalog.reverse(unit.centroid)).map(({ id }) => id)
        for (const { id } of [unit, ...unit.parents]) assert.ok(ids.includes(id), `${unit.name}: ${id}`)
      }
    })

    test('its towns and those around it are in their own country, or at its border', async () => {
      const [west, south, east, north] = country.bbox
      const around = towns.filter(
        ({ position: [lon, lat] }) =>
          lon > west - MARGIN_DEGREES &&
          lon < east + MARGIN_DEGREES &&
          lat > south - MARGIN_DEGREES &&
          lat < north + MARGIN_DEGREES,
      )
      assert.ok(around.filter((town) => town.country === code).length > 5)
      const wrong: string[] = []
      for (const { name, country: own, position } of around) {
        const containing = codesOf(await world.catalog.reverse(position))
        const codes = containing.length > 0 ? containing : await nearbyCodes(position)
        if (!codes.includes(own) && !(await isAtBorder(own, position)))
          wrong.push(`${name} (${own}) is in ${codes}`)
      }
      assert.deepEqual(wrong, [])
    })
  })
}
