/** Lengths on the ground. */
import { type Rings, ringCount, ringStart, UNITS_PER_DEGREE } from './rings.ts'

/** Returns the length of all rings in kilometres on a sphere, accurate to half a percent. */
export const perimeterKm = (rings: Rings): number => {
  const { coords } = rings
  let total = 0
  for (let ring = 0; ring < ringCount(rings); ring++) {
    const end = rings.ringEnds[ring]
    let before = end - 1
    for (let i = ringStart(rings, ring); i < end; before = i++) {
      const middleLat = (coords[2 * before + 1] + coords[2 * i + 1]) / 2
      const parallel = Math.cos(((middleLat / UNITS_PER_DEGREE) * Math.PI) / 180)
      total += Math.hypot(
        (coords[2 * i] - coords[2 * before]) * parallel,
        coords[2 * i + 1] - coords[2 * before + 1],
      )
    }
  }
  return (total / UNITS_PER_DEGREE) * KM_PER_DEGREE
}

const KM_PER_DEGREE = 111.195
