/** Finds regions of the index by what an operator types: an id, a name, or a code of ISO 3166. */
import { countryOfCode } from '../../domain/boundary/country-codes.ts'
import { foldName } from '../../domain/catalog/fold.ts'
import type { ExtractRegion } from '../../domain/catalog/remote-extracts.ts'
import { regionName } from '../../util/region-name.ts'

/**
 * Returns the regions that the text names, all of them if several do: "Georgia" is a country and a state, and the id of the one is
 * the name of the other. `europe/georgia` is the one in Europe.
 */
export const regionsNamed = (text: string, regions: readonly ExtractRegion[]): readonly ExtractRegion[] => {
  const name = foldName(text)
  const code = codeIn(text)
  const byCode = code === null ? [] : regionsOfCode(code, regions)
  const named = regions.filter((region) => byCode.includes(region) || keysOf(region).has(name))
  return named.length > 1 && byCode.length > 0 ? byCode : named
}

/** Returns the regions with the code; the one with its name, if the index gives the code to others, too. */
export const regionsOfCode = (code: string, regions: readonly ExtractRegion[]): readonly ExtractRegion[] => {
  const found = regions.filter(({ codes }) => codes.includes(code))
  const name = foldName(regionName(code))
  const namesakes = found.filter((region) => keysOf(region).has(name))
  return namesakes.length === 1 ? namesakes : found
}

/** Returns the regions whose id, name or code contains the text, all for an empty one. */
export const regionsWith = (text: string, regions: readonly ExtractRegion[]): readonly ExtractRegion[] => {
  const wanted = foldName(text)
  return regions.filter((region) =>
    [...keysOf(region), ...region.codes.map(foldName)].some((key) => key.includes(wanted)),
  )
}

/** Returns what names the region and no other: its code, or its id below that of its parent. */
export const uniqueNameOf = (region: ExtractRegion, regions: readonly ExtractRegion[]): string => {
  const { id, parent, codes } = region
  const names = [...codes, id, `${parent}/${id}`]
  return names.find((name) => isOnly(region, regionsNamed(name, regions))) ?? id
}

const isOnly = (region: ExtractRegion, found: readonly ExtractRegion[]): boolean =>
  found.length === 1 && found[0] === region

/** Upper case; null if the text is not in the form of a code of ISO 3166. */
const codeIn = (text: string): string | null => {
  const code = text.trim().replace(/^iso:/i, '').toUpperCase()
  const country = countryOfCode(code.split('-')[0])
  if (country === null) return null
  return /^[A-Z\d]{2,3}$/.test(code) ? country : /^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code) ? code : null
}

/** Folded. The index writes "us/california" and "California", "Bayern" and "bayern". */
const keysOf = ({ id, name, parent }: ExtractRegion): ReadonlySet<string> =>
  new Set([id, name, id.split('/').at(-1)!, ...(parent === null ? [] : [`${parent}/${id}`])].map(foldName))
