/** Names of groups of places, and names that have no agreed list of members. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { foldName } from '../../catalog/fold.ts'
import { withoutEdges } from '../text/edges.ts'
import type { PhraseReader } from '../text/phrase.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Region, Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import type { Group } from './item.ts'
import type { Places } from './places.ts'

export class Groups {
  readonly #places: Places
  readonly #vocabulary: Vocabulary
  readonly #readings: PhraseReader
  readonly #placesNamed: (text: string) => Promise<readonly BoundaryRecord[]>
  readonly #patterns: ReturnType<typeof groupPatterns>

  constructor(
    places: Places,
    vocabulary: Vocabulary,
    readings: PhraseReader,
    placesNamed: (text: string) => Promise<readonly BoundaryRecord[]>,
  ) {
    this.#places = places
    this.#vocabulary = vocabulary
    this.#readings = readings
    this.#placesNamed = placesNamed
    this.#patterns = groupPatterns(vocabulary.phraseWords)
  }

  /** The group that the text names; null if it names none, or if the catalog lacks a member. */
  async named(text: string): Promise<Group | null> {
    return (
      (await this.#plain(text)) ??
      (await this.#glossed(text)) ??
      (await this.#inPlace(text)) ??
      this.#ofDay(text)
    )
  }

  isNamed(text: string): boolean {
    return this.#region(text) !== undefined
  }

  /** Why the name has no agreed list of members; null if it has one, or is no such name. */
  contested(text: string): string | null {
    const folded = foldName(text)
    const contested = [folded, withoutEdges(folded, this.#vocabulary)]
      .map((name) => this.#vocabulary.contested.get(name))
      .find((each) => each !== undefined)
    // In a country the name may be that of a part of it.
    if (contested === undefined || this.#places.country !== null) return null
    const { reason, nearest } = contested
    return nearest.length === 0
      ? reason
      : `${reason} Similar lists: ${nearest.join(', ')}. Use one of them, or name the places.`
  }

  /** Null if the catalog lacks a member. */
  async ofRegion(region: Region): Promise<Group | null> {
    const [members, except] = await Promise.all([this.#records(region.members), this.#records(region.except)])
    return members === null || except === null ? null : { region, members, except }
  }

  async #plain(text: string): Promise<Group | null> {
    const region = this.#region(text)
    return region === undefined ? null : this.ofRegion(region)
  }

  /** "The European Free Trade Association (EFTA)". */
  async #glossed(text: string): Promise<Group | null> {
    const [, outside, gloss] = /^([^()]+)\(([^()]+)\)\s*$/u.exec(text) ?? []
    const group = outside === undefined ? null : await this.#plain(outside)
    const isSame = group !== null && this.#region(gloss) === group.region
    // "New England (as that division is defined by the United States Census Bureau)".
    const { census } = this.#patterns
    const isByCensus = census.test(gloss ?? '') && census.test(group?.region.source ?? '')
    return isSame || isByCensus ? group : null
  }

  /** "The Maritime Provinces of Canada". */
  async #inPlace(text: string): Promise<Group | null> {
    const [, head, tail] = this.#patterns.groupIn.exec(text) ?? []
    const group = head === undefined ? null : await this.#plain(head)
    const outer = group === null ? null : await this.#placesNamed(tail)
    const isInside = group?.members.every(({ id, parents }) =>
      outer?.some((place) => place.id !== id && parents.some((parent) => parent.id === place.id)),
    )
    return isInside === true ? group : null
  }

  /** "The European Economic Area as constituted on 1 March 2023", where its members are the same since. */
  async #ofDay(text: string): Promise<Group | null> {
    const [, head, day] = this.#patterns.asOf.exec(text) ?? []
    const group = head === undefined ? null : await this.#plain(head)
    const since = group?.region.membersSince
    return since != null && Date.parse(`${day} UTC`) >= since.getTime() ? group : null
  }

  #region(text: string): Region | undefined {
    return this.#namesOf(text)
      .map((name) => this.#vocabulary.regionsByName.get(name))
      .find((region) => region !== undefined)
  }

  /** "Melanesia (UN M49)" as it stands, and without a level: "the Nordic countries". */
  #namesOf(text: string): readonly string[] {
    const folded = foldName(text)
    const readings = this.#readings(text).filter(({ context }) => context.length === 0)
    const union = folded.replace(this.#patterns.membersOf, '')
    return [folded, withoutEdges(folded, this.#vocabulary), union, ...readings.map(({ name }) => name)]
  }

  /** Null when the catalog lacks one: half a group is not the group. */
  async #records(ids: readonly string[]): Promise<readonly BoundaryRecord[] | null> {
    const records: (BoundaryRecord | null)[] = []
    for (const id of ids) records.push(await this.#places.byId(id))
    return records.every((record) => record !== null) ? records : null
  }
}

const groupPatterns = compiledOnce((words: PhraseWords) => ({
  /** "The Maritime Provinces of Canada". */
  groupIn: new RegExp(`^(.+)\\s${anyOf(words.group_in)}\\s(.+)$`, 'u'),
  /** "… as constituted on 1 March 2023", "… as of March 1, 2023". */
  asOf: new RegExp(
    `^(.+?),?\\s+${anyOf(words.as_of, '\\s+')}\\s+(\\d{1,2}\\s\\p{Lu}\\p{Ll}+\\s\\d{4}|\\p{Lu}\\p{Ll}+\\s\\d{1,2},?\\s\\d{4})$`,
    'u',
  ),
  /** "Each of the member states of the …", "any country which is a member of the …": folded. */
  membersOf: new RegExp(`^${anyOf(words.members_of)} (?:${anyOf(words.the)} )?`, 'u'),
  census: new RegExp(`(?<!\\p{L})${anyOf(words.census)}(?!\\p{L})`, 'iu'),
}))
