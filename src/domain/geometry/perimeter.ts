/** Length of all rings on the ground, in kilometres: an equirectangular estimate for each edge, within 0.5 % for edges below 100 km. */
import { RADIANS_PER_UNIT, type Rings, ringCount, ringStart, UNITS_PER_DEGREE } from './rings.ts'

export const perimeterKm = (rings: Rings): number => {
  const { coords, ringEnds } = rings
  let units = 0
  for (let ring = 0; ring < ringCount(rings); ring++) {
    let before = ringEnds[ring] - 1
    for (let at = ringStart(rings, ring); at < ringEnds[ring]; at++) {
      const dLat = coords[2 * at + 1] - coords[2 * before + 1]
      const meanLat = (coords[2 * at + 1] + coords[2 * before + 1]) / 2
      const dLon = (coords[2 * at] - coords[2 * before]) * Math.cos(meanLat * RADIANS_PER_UNIT)
      units += Math.sqrt(dLon * dLon + dLat * dLat)
      before = at
    }
  }
  return (units / UNITS_PER_DEGREE) * KM_PER_DEGREE
}

/** Of a great circle on the mean sphere. */
export const KM_PER_DEGREE = 111.195
