/**
 * Places every boundary of an extract in the world: finds its parents, country and kind, and which known boundaries it is
 * (`decide-identities.ts`). Its country is that of the land around it; its own code counts only where its land confirms it.
 */
import type { BoundaryRecord, ParentRef } from '../../domain/boundary/boundary.ts'
import { parentRefOf } from '../../domain/boundary/boundary.ts'
import { buildHierarchy } from '../../domain/boundary/hierarchy.ts'
import { COUNTRY_LEVEL, type Kind } from '../../domain/boundary/kind.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import { additionalKinds, type KindInput, resolveKind } from '../../domain/boundary/resolve-kind.ts'
import { foldedForms } from '../../domain/catalog/folded-name-cache.ts'
import type { Aliases, IdentityDecision } from '../../domain/catalog/ports.ts'
import { haveSameExtent } from '../../domain/catalog/same-extent.ts'
import { codesOfTags } from './codes-of-tags.ts'
import type { Compared } from './compared-fields.ts'
import { coveredCountries, type SourceExtent } from './covered-countries.ts'
import { type Claimed, claimedBy, decideIdentities, type Identity } from './decide-identities.ts'
import type { KnownWorld } from './known-world.ts'
import { namesOfOthers } from './names-of-others.ts'
import { searchNamesOf } from './names-of-tags.ts'
import type { PlacingWork } from './placing-work.ts'
import type { ShapedBoundary, SpooledBoundary } from './shape-all.ts'
import type { Spool } from './spool.ts'
import type { Surroundings } from './surroundings.ts'

export interface PlacedBoundary extends ShapedBoundary, Omit<Identity, 'withheld' | 'isCountry'> {
  readonly country: string | null
  readonly kind: Kind
  readonly alsoKinds: readonly Kind[]
  /** From the country down. */
  readonly parents: readonly ParentRef[]
  /** Names and codes by which the boundaries that it replaces are found, beyond those of their records. */
  readonly aliases: readonly Aliases[]
  readonly codes: ReturnType<typeof codesOfTags>
  /** Names, folded, that other known places have and that are new for this one. */
  readonly withheldNames: ReadonlySet<string>
}

export interface Placement {
  readonly boundaries: readonly PlacedBoundary[]
  /** Boundaries among so many others that parents may be missing. */
  readonly crowded: readonly ShapedBoundary[]
  /** Others among so many known ones that they were not compared with all. */
  readonly crowdedByKnown: readonly ShapedBoundary[]
  /** Countries that the source contains completely. */
  readonly coveredCountries: readonly string[]
}

export interface PlacingContext {
  readonly world: KnownWorld
  readonly kinds: KindTables
  readonly workers: PlacingWork
}

/**
 * O(n log n) in the boundaries and O(m) in the pairs that `buildHierarchy` tests; for each boundary the queries for what it claims, and
 * O(k) in the known boundaries at its centre, of which a limited number is looked at (`known-nearby.ts`).
 */
export const placeBoundaries = async (
  boundaries: readonly ShapedBoundary[],
  spool: Spool<SpooledBoundary>,
  extent: SourceExtent | null,
  { world, kinds, workers: work }: PlacingContext,
  onProgress: (boundaries: number) => void,
): Promise<Placement> => {
  const compared = boundaries.map((boundary) => comparedOf(boundary, spool))
  const { chains, crowded } = await buildHierarchy(
    boundaries,
    (parent, children) =>
      work.shares({
        polygon: { key: null, rings: compared[parent].rings() },
        samples: children.map((child) => boundaries[child].samples),
      }),
    onProgress,
  )
  const surroundings = await recordsAround(compared, chains, extent !== null, world)
  const { around, straddled } = surroundings
  const claimed: (readonly Claimed[])[] = []
  const decisions: (IdentityDecision | null)[] = []
  for (const [index, each] of compared.entries()) {
    claimed.push(await claimedBy(each, new Set(around[index].map(({ id }) => id)), world))
    decisions.push(await world.decision(each))
  }

  // Countries first: their codes decide where the others lie.
  const decide = (
    asCountries: boolean,
    containerOf: (index: number) => string | null,
    covered: ReadonlySet<string>,
  ): Promise<readonly Identity[]> => {
    const candidates = compared.map((boundary, index) => ({
      boundary,
      claimed: claimed[index].filter((each) => isOfCountry(each) === asCountries),
      container: containerOf(index),
      isInCoveredCountry: covered.has(containerOf(index) ?? ''),
      decision: decisions[index],
      isFetched: extent === null,
      straddles: levelOf(boundary) <= COUNTRY_LEVEL === asCountries ? straddled[index] : null,
    }))
    return decideIdentities(candidates, world)
  }
  const asCountries = await decide(true, () => null, new Set())
  const countries = countriesOf({ boundaries, chains, asCountries, ...surroundings })
  const covered = await coveredCountries(
    boundaries.map(({ bbox, areaKm2, adminLevel }, index) => ({
      bbox,
      areaKm2,
      adminLevel,
      parents: chains[index],
      country: countries[index].own,
      standsFor: asCountries[index].standsFor,
    })),
    extent,
    world,
  )
  const asUnits = await decide(false, (index) => countries[index].around, covered)
  const identities = asCountries.map((each, index) => joinedIdentity(each, asUnits[index]))
  const unrefused = chains.map((chain) => chain.filter((parent) => identities[parent].conflicts.length === 0))
  const placing = {
    boundaries,
    compared,
    spool,
    chains: unrefused,
    around,
    identities,
    countries,
    isFetched: extent === null,
  }
  const amongOwn = new Set(crowded)
  return {
    crowded: crowded.map((index) => boundaries[index]),
    crowdedByKnown: boundaries.filter(({ id }, index) => !amongOwn.has(index) && world.isCrowded(id)),
    coveredCountries: [...covered].sort(),
    boundaries: await describe(placing, { world, kinds }),
  }
}

const comparedOf = (boundary: ShapedBoundary, spool: Spool<SpooledBoundary>): Compared => {
  let names: readonly string[] | null = null
  return {
    ...boundary,
    foldedNames: () => {
      names ??= identityNames(boundary, spool)
      return names
    },
    rings: () => spool.geometry(boundary.spooled).rings,
  }
}

const identityNames = (
  { name, spooled }: ShapedBoundary,
  spool: Spool<SpooledBoundary>,
): readonly string[] => {
  const folded = searchNamesOf(spool.meta(spooled).tags, name).flatMap((each) => foldedForms(each.name))
  return [...new Set(folded)].filter((each) => each !== '')
}

const isOfCountry = ({ holder }: Claimed): boolean => holder.record.kind === 'country'

const joinedIdentity = (a: Identity, b: Identity): Identity => ({
  standsFor: [...a.standsFor, ...b.standsFor],
  displaces: [...a.displaces, ...b.displaces],
  withheld: new Set([...a.withheld, ...b.withheld]),
  conflicts: [...a.conflicts, ...b.conflicts],
  isCountry: a.isCountry && b.conflicts.length === 0,
})

/** The country of an object: its own, if it is one, and the one around it. */
interface Countries {
  readonly own: string | null
  readonly around: string | null
}

interface Placing {
  readonly boundaries: readonly ShapedBoundary[]
  readonly compared: readonly Compared[]
  readonly spool: Spool<SpooledBoundary>
  /** Indexes of the parents of each boundary in the source, from the country down. */
  readonly chains: readonly (readonly number[])[]
  /** Known boundaries around each. */
  readonly around: readonly (readonly BoundaryRecord[])[]
  readonly identities: readonly Identity[]
  readonly countries: readonly Countries[]
  /** The source is an answer of the live map, not a file. */
  readonly isFetched: boolean
}

/** From the top down, because boundaries inherit the codes of the countries around them. */
const countriesOf = (
  placing: Pick<Placing, 'boundaries' | 'chains'> &
    SurroundingsOfAll & { readonly asCountries: readonly Identity[] },
): readonly Countries[] => {
  const { boundaries, chains, around, straddled, mostIn, asCountries } = placing
  const countries: Countries[] = boundaries.map(() => ({ own: null, around: null }))
  const order = boundaries
    .map((_, index) => index)
    .sort((a, b) => levelOf(boundaries[a]) - levelOf(boundaries[b]))
  for (const index of order) {
    const { ownCountry } = boundaries[index]
    const { isCountry, standsFor, conflicts } = asCountries[index]
    // Countries first: what lies between may be drawn across their border.
    const inherited =
      nearest(chains[index], (parent) => countries[parent].own) ??
      nearest(around[index], ({ kind, country }) => (kind === 'country' ? country : null)) ??
      nearest(chains[index], (parent) => countries[parent].around) ??
      nearest(around[index], ({ country }) => country)
    // Without a known country around it, nothing contradicts the code.
    const isUncontested =
      conflicts.length === 0 &&
      straddled[index] === null &&
      mostIn[index] === null &&
      !chains[index].some((parent) => asCountries[parent].isCountry) &&
      around[index].every((record) => record.country === null)
    const known = nearest(standsFor, (record) => record.country)
    countries[index] = {
      own: isCountry ? (ownCountry ?? known) : isUncontested ? ownCountry : null,
      around: inherited,
    }
  }
  return countries
}

const levelOf = ({ adminLevel }: Pick<ShapedBoundary, 'adminLevel'>): number =>
  adminLevel ?? Number.POSITIVE_INFINITY

/** Adds what answers show of each boundary. */
const describe = async (
  { boundaries, compared, spool, chains, around, identities, countries, isFetched }: Placing,
  { world, kinds }: { readonly world: KnownWorld; readonly kinds: KindTables },
): Promise<PlacedBoundary[]> => {
  const stoodFor = new Set(identities.flatMap(({ standsFor }) => standsFor.map(({ id }) => id)))
  const aliases = await world.aliases([...stoodFor])
  /** Known boundaries around, at the levels that the source itself does not have. */
  const between = boundaries.map((_, index) => {
    const levels = new Set(chains[index].map((parent) => boundaries[parent].adminLevel))
    return around[index].filter(({ adminLevel }) => !levels.has(adminLevel))
  })
  const kindsOf = boundaries.map((boundary, index) => {
    const { tags, label } = spool.meta(boundary.spooled)
    const place = tags.place ?? label?.place
    const input: KindInput = {
      boundary: tags.boundary,
      tags: place === undefined ? tags : { ...tags, place },
      isCountry: countries[index].own !== null,
      adminLevel: boundary.adminLevel,
      country: countries[index].own ?? countries[index].around,
      id: boundary.id,
      containedBy: [...chains[index].map((parent) => boundaries[parent]), ...between[index]]
        .filter((parent) => !haveSameExtent(parent, boundary))
        .map(({ id }) => id),
    }
    return { kind: resolveKind(input, kinds), alsoKinds: additionalKinds(input, kinds) }
  })
  const withheldNames: ReadonlySet<string>[] = []
  for (const [index, each] of compared.entries())
    withheldNames.push(
      await namesOfOthers(each, { standsFor: identities[index].standsFor, isFetched }, aliases, world),
    )
  const codes: PlacedBoundary['codes'][] = []
  for (const [index, { spooled }] of boundaries.entries()) {
    const { own, around: inherited } = countries[index]
    const { standsFor } = identities[index]
    const tagged = codesOfTags(spool.meta(spooled).tags, own ?? inherited)
    codes.push(isFetched && standsFor.length === 0 ? NO_CODES : await codesOfNobody(tagged, standsFor, world))
  }
  return boundaries.map((boundary, index) => {
    const { standsFor, displaces, conflicts, withheld } = identities[index]
    const { own, around: inherited } = countries[index]
    return {
      ...boundary,
      ...kindsOf[index],
      country: own ?? inherited,
      ownCountry: own === null ? null : boundary.ownCountry,
      isoCodes: boundary.isoCodes.filter((code) => !withheld.has(`iso:${code}`)),
      wikidata: withheld.has(`wikidata:${boundary.wikidata}`) ? null : boundary.wikidata,
      parents: [
        ...between[index].filter(({ id }) => !stoodFor.has(id)).map(parentRefOf),
        ...chains[index].map((parent) => parentRefOf({ ...boundaries[parent], kind: kindsOf[parent].kind })),
      ].sort((a, b) => (a.adminLevel ?? 0) - (b.adminLevel ?? 0)),
      standsFor,
      displaces,
      conflicts,
      aliases: standsFor.flatMap(({ id }) => aliases.get(id) ?? []),
      codes: codes[index],
      withheldNames: withheldNames[index],
    }
  })
}

/** A fetched object that is no known place takes no code: anyone can draw one. */
const NO_CODES: PlacedBoundary['codes'] = { fips: null }

/** Leaves out the codes that known boundaries have, unless the object replaces them. */
const codesOfNobody = async (
  { fips, geonames, nuts = [] }: PlacedBoundary['codes'],
  standsFor: readonly BoundaryRecord[],
  world: KnownWorld,
): Promise<PlacedBoundary['codes']> => {
  const replaced = new Set(standsFor.map(({ id }) => id))
  const isFree = async (by: 'fips' | 'geonames' | 'nuts', code: string): Promise<boolean> =>
    !(await world.isCodeOfOther({ by, code }, replaced))
  const freeNuts: string[] = []
  for (const code of nuts) if (await isFree('nuts', code)) freeNuts.push(code)
  return {
    fips: fips !== null && (await isFree('fips', fips)) ? fips : null,
    ...(geonames !== undefined && (await isFree('geonames', geonames)) ? { geonames } : {}),
    ...(freeNuts.length > 0 ? { nuts: freeNuts } : {}),
  }
}

interface SurroundingsOfAll {
  /** Known boundaries around each that has no country in the source. */
  readonly around: readonly (readonly BoundaryRecord[])[]
  /** The country or first-level unit with most of it, for each that lies in several and belongs to none. */
  readonly straddled: readonly (BoundaryRecord | null)[]
  /** The country with most of it, for each at the level of countries or above it. */
  readonly mostIn: readonly (BoundaryRecord | null)[]
}

/** In an extract a boundary inside another one shares its surroundings, so that a city's districts are looked up once. */
const recordsAround = async (
  boundaries: readonly Compared[],
  chains: readonly (readonly number[])[],
  isExtract: boolean,
  world: KnownWorld,
): Promise<SurroundingsOfAll> => {
  const own = new Set(boundaries.map(({ id }) => id))
  const found = new Map<number, Surroundings>()
  const ask = async (indexes: readonly number[]): Promise<void> => {
    const missing = [...new Set(indexes)].filter((index) => !found.has(index))
    const answers = await world.around(missing.map((index) => boundaries[index]))
    missing.forEach((index, at) => {
      found.set(index, answers[at])
    })
  }
  const topOf = (index: number): number => chains[index][0] ?? index
  const isCountry = (index: number): boolean => levelOf(boundaries[index]) <= COUNTRY_LEVEL
  const tops = boundaries.map((_, index) => (isExtract || isCountry(topOf(index)) ? topOf(index) : index))
  await ask(tops)
  // What lies in several countries or units says nothing about what lies in it.
  const askedOf = tops.map((top, index) => (found.get(top)!.straddles === null ? top : index))
  await ask(askedOf)
  return {
    around: askedOf.map((asked) => found.get(asked)!.around.filter(({ id }) => !own.has(id))),
    straddled: boundaries.map((_, index) => found.get(index)?.straddles ?? null),
    mostIn: boundaries.map((_, index) => {
      const country = found.get(index)?.mostIn ?? null
      return country === null || own.has(country.id) ? null : country
    }),
  }
}

/** Searches from the direct parent up. */
const nearest = <T>(parents: readonly T[], countryOf: (parent: T) => string | null): string | null => {
  for (let index = parents.length - 1; index >= 0; index--) {
    const country = countryOf(parents[index])
    if (country !== null) return country
  }
  return null
}
