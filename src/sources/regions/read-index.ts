/**
 * Reads Geofabrik's index of extracts, `index-v1-nogeom.json` (https://download.geofabrik.de/technical.html). It comes from a
 * server, so every field is checked; an entry without what an import needs is left out.
 */
import type { ExtractRegion } from '../../domain/catalog/remote-extracts.ts'
import { addressProblem } from '../../util/download-address.ts'

/** The server of the index, whose addresses a mirror has below its own. */
export const GEOFABRIK = 'https://download.geofabrik.de'

/** Geofabrik's has 500 entries. */
const MAX_REGIONS = 10_000
const MAX_TEXT = 200

/** Returns null if the text is no such index. @param base address of the server or its mirror, without a trailing slash */
export const readIndex = (text: string, base: string): readonly ExtractRegion[] | null => {
  const features = featuresIn(text)
  if (features === null || features.length > MAX_REGIONS) return null
  const regions = features.flatMap((feature) => regionOf(propertiesOf(feature), base) ?? [])
  return regions.length === 0 ? null : regions
}

const featuresIn = (text: string): readonly unknown[] | null => {
  try {
    const { features } = JSON.parse(text)
    return Array.isArray(features) ? features : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const propertiesOf = (feature: unknown): Fields => fieldsOf(fieldsOf(feature).properties)

const regionOf = (fields: Fields, base: string): ExtractRegion | null => {
  const { id, name, parent, urls } = fields
  const url = addressAt(base, fieldsOf(urls).pbf)
  if (!isText(id) || !isText(name) || url === null) return null
  const codes = [...textsIn(fields['iso3166-1:alpha2']), ...textsIn(fields['iso3166-2'])]
  return { id, name, parent: isText(parent) ? parent : null, codes, url }
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : [])

/** A mirror copies the index as it is, with Geofabrik's addresses. */
const addressAt = (base: string, value: unknown): string | null => {
  if (!isText(value)) return null
  const address = value.startsWith(`${GEOFABRIK}/`) ? `${base}${value.slice(GEOFABRIK.length)}` : value
  return addressProblem(address) === null ? address : null
}
