/** Finds the towns in a polygon without testing those of the rest of the world. */
import { bboxOf, splitBBox } from '../../src/domain/geometry/bbox.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

interface Located {
  readonly lon: number
  readonly lat: number
}

export function townsInside<T extends Located>(towns: readonly T[]): (shape: Rings) => readonly T[] {
  const cells = Map.groupBy(towns, ({ lon, lat }) => `${Math.floor(lon)} ${Math.floor(lat)}`)
  return (shape) =>
    splitBBox(bboxOf(shape)).flatMap(([west, south, east, north]) => {
      const found: T[] = []
      for (let lon = Math.floor(west); lon <= Math.floor(east); lon++)
        for (let lat = Math.floor(south); lat <= Math.floor(north); lat++)
          for (const town of cells.get(`${lon} ${lat}`) ?? [])
            if (locate(shape, toUnits(town.lon), toUnits(town.lat)) !== OUTSIDE) found.push(town)
      return found
    })
}
