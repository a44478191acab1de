/**
 * The one rule of identity: when is an object the place that a known boundary is, so that it takes the boundary's place, codes,
 * entity and names? Anyone can write a tag, so a tag alone proves nothing: the kind and level must fit, the container must
 * agree, the land must agree, and nothing else may hold the place. In doubt the known boundary keeps everything.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { foldedNames } from '../catalog/folded-name-cache.ts'
import { type LandAgreement, landAgrees } from './land-agreement.ts'

/** What an object and a known boundary have in common, the surest first. */
export const CLAIMS = ['id', 'iso', 'wikidata', 'name', 'land'] as const
export type ClaimKind = (typeof CLAIMS)[number]

export interface Claim {
  readonly by: ClaimKind
  /** The code, entity or name: `US`, `Q30`, `Italy`. Empty for land. */
  readonly value: string
}

/** An object that claims to be known places. */
export interface Claimant {
  readonly id: BoundaryId
  readonly adminLevel: number | null
  /** Country by its land: of the known boundaries around it. Null if it lies in none, and for a country. */
  readonly container: string | null
  /** Every name that would find it, folded. */
  readonly foldedNames: readonly string[]
  /** True if anyone may have asked for it: it was fetched. */
  readonly isFetched: boolean
}

/** A known boundary that has something that the object claims. */
export interface Holder {
  readonly record: Pick<
    BoundaryRecord,
    'id' | 'name' | 'names' | 'kind' | 'adminLevel' | 'country' | 'areaKm2' | 'origin'
  >
  /** The surest first. */
  readonly claims: readonly Claim[]
}

export type IdentityVerdict =
  /** The object is the place of the boundary. */
  | { readonly is: 'same place'; readonly agreement: LandAgreement }
  /** Both are listed, such as the same land at two levels: the boundary keeps its codes and its place, the object has its own. */
  | { readonly is: 'beside' }
  | { readonly is: 'conflict'; readonly reason: string }

/** The same land at two levels, as cities that are their own county; a larger object would be a country or a state. */
const MAX_SAME_LAND_KM2 = 10_000

export const judge = (claimant: Claimant, holder: Holder, agreement: LandAgreement): IdentityVerdict => {
  const { record, claims } = holder
  if (!agreement.staysNear) return conflict(`It reaches far beyond ${nameAndId(record)}.`)
  if (!landAgrees(agreement)) return conflict(landReason(record, agreement))
  if (!levelFits(claimant, holder))
    return claimant.id !== record.id && record.areaKm2 <= MAX_SAME_LAND_KM2
      ? { is: 'beside' }
      : conflict(`${nameAndId(record)} has level ${record.adminLevel}, not ${claimant.adminLevel}.`)
  if (!containerFits(claimant, record))
    return conflict(`${nameAndId(record)} lies in ${record.country}, not in ${claimant.container}.`)
  if (claims.every(({ by }) => by === 'land'))
    return conflict(`${nameAndId(record)} is already this place, under other names and codes.`)
  if (claimant.id !== record.id && claimant.isFetched && isMapObject(record.id))
    return conflict(`${nameAndId(record)} is already this place, as another object.`)
  if (claimant.id !== record.id && !haveNameInCommon(claimant, record))
    return conflict(`${nameAndId(record)} is already this place, under other names.`)
  return { is: 'same place', agreement }
}

/** The same land and code under another name may be a copy that somebody named after himself. */
const haveNameInCommon = ({ foldedNames: names }: Claimant, record: Holder['record']): boolean => {
  const known = foldedNames(record)
  return names.some((name) => known.has(name))
}

const conflict = (reason: string): IdentityVerdict => ({ is: 'conflict', reason })

/** Levels of units without an object of OpenStreetMap are estimates; those of objects are facts. */
const MAX_LEVEL_DIFFERENCE = 1

const levelFits = ({ id, adminLevel }: Claimant, { record }: Holder): boolean => {
  if (adminLevel === null || record.adminLevel === null) return adminLevel === record.adminLevel
  const difference = Math.abs(adminLevel - record.adminLevel)
  return id === record.id || !isMapObject(record.id) ? difference <= MAX_LEVEL_DIFFERENCE : difference === 0
}

/** True for the id of an OpenStreetMap object. */
const isMapObject = (id: BoundaryId): boolean => /^[rw]\d/.test(id)

const containerFits = ({ container }: Claimant, { kind, country }: Holder['record']): boolean =>
  kind === 'country' || container === null || country === null || container === country

const landReason = (
  record: Holder['record'],
  { shareOfClaimed, shareOfKnown, required }: LandAgreement,
): string =>
  `Its land does not match ${nameAndId(record)}: ${percent(shareOfClaimed)} of it lies there, and it covers ${percent(shareOfKnown)} of that land; both must be ${percent(required)} or more.`

/** Rounds down, so that a share below the limit never reads like the limit. */
const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`

export const nameAndId = ({ id, name }: Pick<BoundaryRecord, 'id' | 'name'>): string => `${name} (${id})`
