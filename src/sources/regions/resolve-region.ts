/** From what an operator types to one region of the index, or a refusal that lists what may be meant. Never guesses. */
import type { ExtractRegion } from '../../domain/catalog/remote-extracts.ts'
import { METES } from '../../util/command-name.ts'
import { firstListed } from '../../util/join-words.ts'
import { suggest } from '../../util/suggest.ts'
import { regionsNamed, regionsWith, uniqueNameOf } from './find-regions.ts'
import { type Container, smallestRegion } from './smallest-region.ts'

/** No region, or several. The message is for the operator. */
class RegionProblem extends Error {
  override readonly name = 'RegionProblem'
}

/** Returns the containers of each place that the text names in the catalog: the smallest first, the country last. */
export type FindPlaces = (text: string) => Promise<readonly (readonly Container[])[]>

/** @throws RegionProblem */
export const resolveRegion = async (
  text: string,
  regions: readonly ExtractRegion[],
  findPlaces: FindPlaces,
): Promise<ExtractRegion> => {
  const named = regionsNamed(text, regions)
  if (named.length === 1) return named[0]
  if (named.length > 1) throw severalRegions(text, named, regions)
  const holding = new Set<ExtractRegion>()
  for (const containers of await findPlaces(text)) {
    const region = smallestRegion(containers, regions)
    if (region !== null) holding.add(region)
  }
  const [first] = holding
  if (holding.size === 1) return first
  if (holding.size > 1) throw severalRegions(text, [...holding], regions)
  throw new RegionProblem(
    [
      `No extract is named "${text}", and no known place of this name lies in one.`,
      suggestion(text, regions),
      ADVICE,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  )
}

const ADVICE = `"${METES} import --regions TEXT" lists the extracts whose names contain a text, and "${METES} search NAME" says where a town is.`

const MAX_LISTED = 10

const severalRegions = (
  text: string,
  found: readonly ExtractRegion[],
  regions: readonly ExtractRegion[],
): RegionProblem => {
  const candidates = found.map((region) => `${uniqueNameOf(region, regions)} (${regionTitle(region)})`)
  return new RegionProblem(
    `"${text}" may mean ${found.length} extracts. Name one of them: ${firstListed(candidates, MAX_LISTED)}.`,
  )
}

/** "Georgia, in europe". */
const regionTitle = ({ name, parent }: ExtractRegion): string =>
  parent === null ? name : `${name}, in ${parent}`

const suggestion = (text: string, regions: readonly ExtractRegion[]): string => {
  const similar = suggest(
    text,
    regions.flatMap(({ id, name }) => [id, name]),
  )
  const containing = regionsWith(text, regions).map(({ id }) => id)
  const meant = [...new Set([...(similar === null ? [] : [similar]), ...containing])]
  return meant.length === 0 ? '' : `Did you mean ${firstListed(meant, MAX_LISTED)}?`
}
