/**
 * Finds the smallest region of the index that holds a place, by the codes of what contains it. The index gives codes to countries
 * and to some of their parts, and to others only a name in the local language.
 */
import { foldName } from '../../domain/catalog/fold.ts'
import type { ExtractRegion } from '../../domain/catalog/remote-extracts.ts'
import { regionsOfCode } from './find-regions.ts'

/** A boundary that contains the place, or the place itself. */
export interface Container {
  /** ISO 3166-1 or ISO 3166-2 code. */
  readonly code: string
  readonly names: readonly string[]
}

/** Returns null if no container has a region of its own. @param containers the smallest first, the country last */
export const smallestRegion = (
  containers: readonly Container[],
  regions: readonly ExtractRegion[],
): ExtractRegion | null => {
  const country = containers.at(-1)?.code ?? ''
  for (const { code, names } of containers) {
    const ofCode = regionsOfCode(code, regions)
    if (ofCode.length === 1) return ofCode[0]
    const folded = new Set(names.map(foldName))
    const ofName = regions.filter(
      (region) =>
        folded.has(foldName(region.name)) &&
        // What has a code is the region of that code: Washington County is not the state.
        region.codes.every((each) => each === code || each.endsWith(`-${code}`)) &&
        codesAround(region, regions).some((each) => each === country || each.endsWith(`-${country}`)),
    )
    if (ofName.length === 1) return ofName[0]
  }
  return null
}

/** Codes of the region and of those that contain it. */
const codesAround = (region: ExtractRegion, regions: readonly ExtractRegion[]): readonly string[] => {
  const codes: string[] = []
  const seen = new Set<ExtractRegion>()
  for (let at: ExtractRegion | undefined = region; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    codes.push(...at.codes)
    const { parent }: ExtractRegion = at
    at = regions.find(({ id }) => id === parent)
  }
  return codes
}
