/**
 * Simplification to 1,000, 5,000 and 25,000 vertices, compared with mapshaper and GEOS: `node bench/simplify.ts`.
 *
 * Weights are computed once for a boundary and stored, so they are timed separately. GEOS simplifies to a tolerance, not to a number:
 * the best tolerance is found beforehand and the search is not timed, which favours GEOS; it cannot drop
 * rings. Mapshaper gets the share of vertices to keep; its time includes reading and writing, which it cannot skip.
 */
import initGeos from 'geos-wasm'
import { geojsonToGeosGeom } from 'geos-wasm/helpers'
import { type GeoJsonArea, ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { simplifyToBudget } from '../src/domain/geometry/simplify.ts'
import { vertexWeights } from '../src/domain/geometry/weights.ts'
import { findFault } from '../test/support/validity.ts'
import { type Country, countries, geoJsonOf } from './support/countries.ts'
import { peer } from './support/peer-packages.ts'
import { printMachine, race } from './support/race.ts'

interface Mapshaper {
  applyCommands(
    commands: string,
    files: Record<string, unknown>,
  ): Promise<Record<string, Uint8Array | string>>
}

const ROUNDS = 5
const BUDGETS = [1_000, 5_000, 25_000]
/** Larger boundaries take GEOS 15 seconds a run, and an hour to find the tolerance. */
const GEOS_LIMIT = 100_000

const mapshaper = ((await peer('mapshaper')) as { default: Mapshaper } | null)?.default ?? null
const geos = await initGeos({ errorHandler: () => {}, noticeHandler: () => {} })

/** Computed after the clock has stopped. */
type Outcome = () => { readonly vertices: number; readonly valid: boolean }

const describe = (outcome: Outcome): string => {
  const { vertices, valid } = outcome()
  return `${vertices} vertices, ${valid ? 'valid' : 'invalid'}`
}

const outcomeOf =
  (rings: Rings): Outcome =>
  () => ({ vertices: vertexCount(rings), valid: findFault(rings) === null })

const byGeos = (geometry: number, tolerance: number): Outcome => {
  const simplified = geos.GEOSTopologyPreserveSimplify(geometry, tolerance)
  return () => ({
    vertices: geos.GEOSGetNumCoordinates(simplified),
    valid: geos.GEOSisValid(simplified) === 1,
  })
}

const toleranceFor = (geometry: number, budget: number): number => {
  let [low, high] = [1e-7, 10]
  for (let step = 0; step < 12; step++) {
    const middle = Math.sqrt(low * high)
    if (byGeos(geometry, middle)().vertices > budget) low = middle
    else high = middle
  }
  return high
}

const byMapshaper = async (program: Mapshaper, text: string, share: number): Promise<Outcome> => {
  const commands = `-i in.json -simplify visvalingam ${(100 * share).toFixed(4)}% -clean -o out.json`
  const { 'out.json': out } = await program.applyCommands(commands, { 'in.json': text })
  return () => {
    const { geometries } = JSON.parse(String(out)) as { geometries: GeoJsonArea[] }
    return outcomeOf(ringsFromGeoJson(geometries[0]))()
  }
}

const raceCountry = async (country: Country): Promise<void> => {
  const { rings } = country
  const text = JSON.stringify(geoJsonOf(country))
  const geometry = geojsonToGeosGeom(geoJsonOf(country), geos)
  const weights = vertexWeights(rings)
  const title = `${country.name}, ${vertexCount(rings)} vertices in ${rings.ringEnds.length} rings`
  await race(
    `weights of ${title}`,
    ROUNDS,
    { 'metes, once a boundary': () => vertexWeights(rings) },
    (each) => `${each.reduce((sum, weight) => sum + weight, 0)} in sum`,
  )
  for (const budget of BUDGETS) {
    const competitors: Record<string, () => Outcome | Promise<Outcome>> = {
      metes: () => outcomeOf(simplifyToBudget(rings, weights, budget)),
    }
    if (vertexCount(rings) < GEOS_LIMIT) {
      const tolerance = toleranceFor(geometry, budget)
      competitors['geos-wasm, tolerance known'] = () => byGeos(geometry, tolerance)
    }
    if (mapshaper) competitors.mapshaper = () => byMapshaper(mapshaper, text, budget / vertexCount(rings))
    await race(`${title}, to ${budget}`, ROUNDS, competitors, describe)
  }
  geos.GEOSGeom_destroy(geometry)
}

printMachine()
for (const country of countries().slice(2, 4)) await raceCountry(country)
