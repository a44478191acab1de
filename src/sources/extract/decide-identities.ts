/**
 * Decides for every object of an extract or an answer which known boundaries it is, by the rule of `domain/identity/`: which
 * it replaces, which of its codes others keep, and what conflicts with what is known.
 */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { IdentityConflict, IdentityDecision } from '../../domain/catalog/ports.ts'
import {
  type Claim,
  type Holder,
  type IdentityVerdict,
  judge,
  nameAndId,
} from '../../domain/identity/identity-rule.ts'
import type { LandAgreement } from '../../domain/identity/land-agreement.ts'
import type { Compared } from './compared-fields.ts'
import type { KnownHolder, KnownWorld } from './known-world.ts'

/** What an object is, among the known boundaries. */
export interface Identity {
  /** Known boundaries of lower sources that it replaces. */
  readonly standsFor: readonly BoundaryRecord[]
  /** Stored boundaries that stood for one of them and are replaced, because the object has the id of the known one. */
  readonly displaces: readonly BoundaryId[]
  /** Codes and entities that another boundary of the same land keeps: `iso:US`, `wikidata:Q30`. */
  readonly withheld: ReadonlySet<string>
  /** If there are any, the object is found by its own id only. */
  readonly conflicts: readonly IdentityConflict[]
  /** True for a country whose code, kind and land are confirmed. */
  readonly isCountry: boolean
}

/** A known boundary that an object claims to be, and how far their land agrees. */
export interface Claimed {
  readonly holder: KnownHolder
  readonly agreement: LandAgreement
}

/**
 * Finds what the object claims of known boundaries. O(n log n) in the positions of the object and of each boundary that has something it
 * claims.
 */
export const claimedBy = async (
  boundary: Compared,
  around: ReadonlySet<BoundaryId>,
  world: KnownWorld,
): Promise<readonly Claimed[]> => {
  const claimed: Claimed[] = []
  for (const holder of await world.holders(boundary, around))
    claimed.push({ holder, agreement: await world.agreement(boundary, holder) })
  return claimed
}

export interface IdentityCandidate {
  readonly boundary: Compared
  readonly claimed: readonly Claimed[]
  /** Country by its land; null if it lies in none. */
  readonly container: string | null
  /** True if the object replaces what is known of subdivisions here: the extract has the whole country. */
  readonly isInCoveredCountry: boolean
  readonly decision: IdentityDecision | null
  readonly isFetched: boolean
  /** The country or first-level unit with most of it, if it lies in several and belongs to none. */
  readonly straddles: BoundaryRecord | null
}

/**
 * Decides about all objects together: a known boundary is replaced by one of them, the one with its id, else the one whose land
 * agrees best. O(n) in the objects and the boundaries that they claim.
 */
export const decideIdentities = async (
  candidates: readonly IdentityCandidate[],
  world: Pick<KnownWorld, 'standingFor'>,
): Promise<readonly Identity[]> => {
  const verdicts = candidates.map((candidate) => verdictsOf(candidate))
  const winners = winnersOf(candidates, verdicts)
  const identities: Identity[] = []
  for (const [index, candidate] of candidates.entries()) {
    const identity = new DecisionMaker(candidate)
    if (candidate.decision === 'reject') identity.reject()
    const isKnownPlace = verdicts[index].some(({ verdict }) => verdict.is === 'same place')
    if (candidate.straddles !== null && candidate.decision !== 'keep' && !isKnownPlace)
      identity.straddle(candidate.straddles)
    for (const { holder, verdict, overlaps } of verdicts[index]) {
      const winner = winners.get(holderKey(holder))
      if (verdict.is === 'conflict') identity.refuse(holder, verdict.reason, overlaps)
      else if (verdict.is === 'beside') identity.withhold(holder.claims)
      else if (winner !== undefined && winner !== index)
        identity.refuse(
          holder,
          `${nameAndId(candidates[winner].boundary)} of the same source fits better.`,
          overlaps,
        )
      else
        identity.take(
          holder,
          holder.isIn === 'lower source' ? await world.standingFor(holder.record.id) : null,
        )
    }
    identities.push(identity.result())
  }
  return identities
}

interface Judged {
  readonly holder: KnownHolder
  readonly verdict: IdentityVerdict
  /** True if each has at least half of the other's land. */
  readonly overlaps: boolean
}

const MIN_OVERLAP = 0.5

const verdictsOf = (candidate: IdentityCandidate): readonly Judged[] => {
  const { boundary, claimed, container, decision } = candidate
  const claimant = {
    id: boundary.id,
    adminLevel: boundary.adminLevel,
    container,
    foldedNames: boundary.foldedNames(),
    isFetched: candidate.isFetched,
  }
  const judged = claimed.map(({ holder, agreement }): Judged => {
    const overlaps = Math.min(agreement.shareOfClaimed, agreement.shareOfKnown) >= MIN_OVERLAP
    const kept: IdentityVerdict = overlaps ? { is: 'same place', agreement } : { is: 'beside' }
    return { holder, verdict: decision === 'keep' ? kept : judge(claimant, holder, agreement), overlaps }
  })
  const isPlace = judged.some(({ verdict }) => verdict.is === 'same place')
  return judged.filter(
    ({ holder, verdict }) =>
      verdict.is !== 'conflict' ||
      !((isPlace && isNeighbour(holder)) || isReplacedWithCountry(holder, candidate)),
  )
}

/**
 * An object that is a known place claims nothing else by its name or land alone: Fairfax is a county and a city, and an atlas draws
 * communes over each other's land.
 */
const isNeighbour = ({ claims }: KnownHolder): boolean =>
  claims.every(({ by }) => by === 'name' || by === 'land')

const isReplacedWithCountry = (
  { record }: KnownHolder,
  { isInCoveredCountry, container }: IdentityCandidate,
): boolean => isInCoveredCountry && record.kind !== 'country' && record.country === container

/** Returns the index of the object that replaces each known boundary. */
const winnersOf = (
  candidates: readonly IdentityCandidate[],
  verdicts: readonly (readonly Judged[])[],
): ReadonlyMap<string, number> => {
  const winners = new Map<string, { readonly index: number; readonly rank: readonly number[] }>()
  verdicts.forEach((ofCandidate, index) => {
    if (ofCandidate.some(({ verdict }) => verdict.is === 'conflict')) return
    for (const { holder, verdict } of ofCandidate) {
      if (verdict.is !== 'same place') continue
      const rank = holderRank(candidates[index].boundary, holder, verdict.agreement)
      const rival = winners.get(holderKey(holder))
      if (rival === undefined || ranksHigher(rank, rival.rank))
        winners.set(holderKey(holder), { index, rank })
    }
  })
  return new Map([...winners].map(([key, { index }]) => [key, index]))
}

const holderKey = ({ record: { origin, id } }: Holder): string => `${origin} ${id}`

const holderRank = (
  { id, adminLevel, areaKm2 }: Compared,
  { record }: Holder,
  { shareOfClaimed, shareOfKnown }: LandAgreement,
): readonly number[] => [
  id === record.id ? 1 : 0,
  adminLevel === record.adminLevel ? 1 : 0,
  Math.min(shareOfClaimed, shareOfKnown),
  areaKm2,
]

const ranksHigher = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at !== -1 && a[at] > b[at]
}

class DecisionMaker {
  readonly #candidate: IdentityCandidate
  readonly #standsFor: BoundaryRecord[] = []
  readonly #displaces: BoundaryId[] = []
  readonly #withheld = new Set<string>()
  readonly #conflicts: IdentityConflict[] = []
  #isCountry = false

  constructor(candidate: IdentityCandidate) {
    this.#candidate = candidate
  }

  /** @param rival the stored boundary that stands for the known one now */
  take(holder: KnownHolder, rival: BoundaryRecord | null): void {
    const { record, claims, isIn } = holder
    const { boundary, isInCoveredCountry, decision } = this.#candidate
    const isPreferred = boundary.id === record.id || isInCoveredCountry || decision === 'keep'
    if (record.kind === 'country') this.#isCountry = true
    if (isIn !== 'lower source') {
      if (!isPreferred) this.refuse(holder, `${nameAndId(record)} is already this place.`, true)
      else if (isIn === 'store' && !isInCoveredCountry) this.#displaces.push(record.id)
    } else if (rival !== null && rival.id !== boundary.id && !isPreferred)
      this.#refuse(claims, { ...rival, isIn: 'store' }, `${nameAndId(rival)} is already this place.`, true)
    else {
      if (rival !== null && rival.id !== boundary.id) this.#displaces.push(rival.id)
      this.#standsFor.push(record)
    }
  }

  reject(): void {
    const { id, name } = this.#candidate.boundary
    this.#refuse([PLACE], { id, name, isIn: 'store' }, 'It was rejected.', false)
  }

  straddle({ id, name, kind, parents: [country] }: BoundaryRecord): void {
    const several = kind === 'country' ? 'countries' : `parts of ${country.name}`
    const reason = `It lies in several ${several}, most of it in ${nameAndId({ id, name })}, and has no single parent.`
    this.#refuse([PLACE], { id, name, isIn: 'lower source' }, reason, false)
  }

  withhold(claims: readonly Claim[]): void {
    for (const { by, value } of claims)
      if (by === 'iso' || by === 'wikidata') this.#withheld.add(`${by}:${value}`)
  }

  refuse({ claims, record: { id, name }, isIn }: KnownHolder, reason: string, overlaps: boolean): void {
    this.#refuse(claims, { id, name, isIn }, reason, overlaps)
  }

  #refuse(
    claims: readonly Claim[],
    { id, name, isIn }: IdentityConflict['holder'],
    reason: string,
    replacesIfKept: boolean,
  ): void {
    const holder = { id, name, isIn }
    for (const claim of claims)
      this.#conflicts.push({ claim: claimText(claim), holder, replacesIfKept, reason })
  }

  result(): Identity {
    return {
      standsFor: this.#standsFor,
      displaces: this.#displaces,
      withheld: this.#withheld,
      conflicts: this.#conflicts,
      isCountry: this.#isCountry && this.#conflicts.length === 0,
    }
  }
}

const PLACE: Claim = { by: 'land', value: '' }

const claimText = ({ by, value }: Claim): string =>
  by === 'iso' || by === 'wikidata' ? `${by}:${value}` : by === 'land' ? 'its place' : value
