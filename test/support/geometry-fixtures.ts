/** The areas in `test/fixtures/geometry`, each in a file named for its special property. */
import { readdirSync, readFileSync } from 'node:fs'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

const DIRECTORY = new URL('../fixtures/geometry/', import.meta.url)

interface Fixture {
  readonly name: string
  /** What it shows, one sentence. */
  readonly shows: string
  /** The kind of fault in it; null when it is valid. */
  readonly fault: string | null
  readonly rings: Rings
}

export const geometryFixtures = (): Fixture[] =>
  readdirSync(DIRECTORY)
    .filter((file) => file.endsWith('.geojson'))
    .sort()
    .map((file) => {
      const { properties, geometry } = JSON.parse(readFileSync(new URL(file, DIRECTORY), 'utf8'))
      return {
        name: file.replace('.geojson', ''),
        shows: properties.shows,
        fault: properties.fault,
        rings: ringsFromGeoJson(geometry),
      }
    })
