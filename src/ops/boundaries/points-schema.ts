/** Checks many points in one loop: validating ten thousand points with zod takes longer than testing them. */
import { z } from 'zod'
import { MAX_ISSUES, shownValue } from '../../op/problem/invalid-input.ts'
import { grouped } from '../../util/count-with-noun.ts'

const MAX_POINTS = 10_000

const degrees = (description: string, limit: number) => ({
  type: 'number',
  minimum: -limit,
  maximum: limit,
  description,
})

/** The documented schema; `readPoints` enforces it. Written out, because deriving it would take 2 ms of every command. */
const documented = {
  items: {
    type: 'array',
    prefixItems: [degrees('Longitude in degrees.', 180), degrees('Latitude in degrees.', 90)],
    items: false,
    minItems: 2,
    maxItems: 2,
    description: '[lon, lat] in degrees.',
  },
}

/** `[lon, lat, …]` in degrees. */
type FlatPoints = Float64Array

type Context = Parameters<Parameters<z.ZodType['transform']>[0]>[1]

const readPoints = (given: readonly unknown[], context: Context): FlatPoints => {
  const points = new Float64Array(2 * given.length)
  let faults = 0
  for (let i = 0; i < given.length && faults < MAX_ISSUES; i++) {
    const point = given[i]
    if (isPosition(point)) {
      points[2 * i] = point[0]
      points[2 * i + 1] = point[1]
    } else {
      faults++
      context.issues.push({ code: 'custom', path: [i], input: point, ...pointFault(point, i) })
    }
  }
  return points
}

const isPosition = (point: unknown): point is readonly [lon: number, lat: number] =>
  Array.isArray(point) && point.length === 2 && isInRange(point[0], 180) && isInRange(point[1], 90)

const isInRange = (degrees: unknown, max: number): boolean =>
  typeof degrees === 'number' && degrees >= -max && degrees <= max

/** Explains an invalid point. Suggests swapped coordinates, because people often write the latitude first. */
const pointFault = (point: unknown, index: number) => {
  const isPair =
    Array.isArray(point) && point.length === 2 && point.every((value) => typeof value === 'number')
  const hint = isPair && isPosition([point[1], point[0]]) ? ` Did you mean [${point[1]}, ${point[0]}]?` : ''
  return {
    message: `points.${index} must be [lon, lat], longitude from -180 to 180, latitude from -90 to 90, but is ${shownValue(point)}.${hint}`,
    params: { code: isPair ? 'out_of_range' : 'wrong_type' },
  }
}

export const points = z
  .array(z.unknown())
  .min(1)
  .max(MAX_POINTS)
  .transform(readPoints)
  .meta(documented)
  .describe(`1 to ${grouped(MAX_POINTS)} points, each [lon, lat] in degrees: longitude first, as in GeoJSON.`)
