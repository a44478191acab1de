/** Corrects rows of Natural Earth by `data/atlas/rows.yaml`: polygons that two rows swapped, codes and names of other units. */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

export type Properties = Readonly<Record<string, string | number | null>>

export interface Row {
  readonly properties: Properties
  readonly geometry: GeoJsonArea
}

export interface CorrectedRow extends Row {
  /** The code that the corrections give to the row. */
  readonly code: string | null
}

/** Rows are keyed by `adm1_code`. The fields are explained at the top of the file. */
export interface RowCorrection {
  readonly reason: string
  readonly source: string
  readonly polygons?: Readonly<Record<string, string>>
  readonly codes?: Readonly<Record<string, string>>
  readonly misnamed?: readonly string[]
}

export const readRowCorrections = (path: string): readonly RowCorrection[] => readYaml(path)

/** `officialNames` are the names of a code in ISO and CLDR, in that order. */
export function correctRows(
  rows: readonly Row[],
  corrections: readonly RowCorrection[],
  officialNames: (code: string) => readonly string[],
): readonly CorrectedRow[] {
  const byKey = new Map(rows.map((row) => [keyOf(row.properties), row]))
  const polygons = new Map(corrections.flatMap((correction) => Object.entries(correction.polygons ?? {})))
  const codes = new Map(corrections.flatMap((correction) => Object.entries(correction.codes ?? {})))
  const misnamed = new Set(corrections.flatMap((correction) => correction.misnamed ?? []))
  for (const key of [...polygons.keys(), ...polygons.values(), ...codes.keys(), ...misnamed])
    if (!byKey.has(key)) throw new Error(`rows.yaml: Natural Earth has no row ${key}.`)
  const owners = new Map(
    rows.map(({ properties }) => [polygons.get(keyOf(properties)) ?? keyOf(properties), properties]),
  )
  for (const key of byKey.keys())
    if (!owners.has(key)) throw new Error(`rows.yaml: no remaining row has the polygon of ${key}.`)
  return rows.map((row) => {
    const key = keyOf(row.properties)
    const land = byKey.get(polygons.get(key) ?? key) ?? row
    const code = codes.get(key) ?? null
    const properties = {
      ...row.properties,
      // GeoNames' name was looked up by position, so it goes with the polygon.
      gn_name: land.properties.gn_name,
      ...(code === null ? {} : { iso_3166_2: code }),
    }
    return {
      properties: misnamed.has(key) ? withoutNames(properties, officialNames) : properties,
      geometry: land.geometry,
      code,
    }
  })
}

const keyOf = ({ adm1_code }: Properties): string => String(adm1_code)

const NAMES = /^(name(_.*)?|woe_name|abbrev|postal|wikidataid)$/

function withoutNames(
  properties: Properties,
  officialNames: (code: string) => readonly string[],
): Properties {
  const rest = Object.fromEntries(Object.entries(properties).filter(([field]) => !NAMES.test(field)))
  const code = String(properties.iso_3166_2)
  const [name, english] = officialNames(code)
  if (name === undefined)
    throw new Error(`rows.yaml: ${keyOf(properties)} has a wrong name, but ISO has no ${code}.`)
  return { ...rest, name, name_alt: english ?? null }
}
