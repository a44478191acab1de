/** How much of each country's land lies in none of its units: gaps wider than the slivers that the build fills. */
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { AtlasReader } from './atlas-reader.ts'

export interface Gap {
  readonly country: string
  /** Without the territories, which are listed separately. */
  readonly landKm2: number
  readonly km2: number
}

/** Of all countries and territories that have units. Units do not overlap and lie in their country, so areas add up. */
export const gapsOf = async (atlas: AtlasReader): Promise<readonly Gap[]> => {
  const below = Map.groupBy(atlas.records, ({ parents }) => parents.at(-1)?.id ?? null)
  const gaps: Gap[] = []
  for (const record of atlas.records) {
    if (record.kind !== 'country') continue
    const children = below.get(record.id) ?? []
    const units = children.filter((child) => child.kind !== 'country' && !isMainland(child, record))
    if (units.length === 0) continue
    const territories = children.filter(({ kind }) => kind === 'country')
    const apart = await withoutUnits(territories, units, atlas)
    const landKm2 = record.areaKm2 - totalKm2(apart)
    gaps.push({ country: record.country ?? '', landKm2, km2: landKm2 - totalKm2(units) })
  }
  return gaps
}

/** A mainland comes from its country's data set, a unit from another. */
const isMainland = (child: BoundaryRecord, country: BoundaryRecord): boolean =>
  child.source.url === country.source.url

/** Svalbard is a territory of Norway and a unit as well; other territories are not units. */
const withoutUnits = async (
  territories: readonly BoundaryRecord[],
  units: readonly BoundaryRecord[],
  atlas: AtlasReader,
): Promise<readonly BoundaryRecord[]> => {
  const apart: BoundaryRecord[] = []
  for (const territory of territories) {
    const rings = await atlas.ringsOf(territory)
    const isUnit = units.some(
      ({ centroid: [lon, lat] }) => locate(rings, toUnits(lon), toUnits(lat)) !== OUTSIDE,
    )
    if (!isUnit) apart.push(territory)
  }
  return apart
}

const totalKm2 = (records: readonly BoundaryRecord[]): number =>
  records.reduce((sum, { areaKm2 }) => sum + areaKm2, 0)
