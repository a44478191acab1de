/**
 * Chooses one of the twelve kinds for a boundary. The order of the rules is cosmogony's (a listed object before the level
 * table, its containing boundary before its own level), plus Nominatim's rule that a tag which states the kind beats the
 * level: https://github.com/osm-without-borders/cosmogony/blob/master/src/zone_typer.rs
 */
import type { BoundaryId } from './id.ts'
import { COUNTRY_LEVEL, type Kind } from './kind.ts'
import type { KindTable, KindTables, TagRule, TagTest } from './kind-table.ts'

export interface KindInput {
  /** Value of the `boundary` tag: `administrative`, `postal_code`. */
  readonly boundary: string
  readonly tags: Readonly<Record<string, string>>
  readonly adminLevel: number | null
  /** True if its code as a country is confirmed: dependencies have one at any level. */
  readonly isCountry: boolean
  /** ISO 3166-1 alpha-2, upper case; null if unknown (the country's own relation may be missing). */
  readonly country: string | null
  readonly id: BoundaryId
  /** Ids of the containing boundaries, in any order. */
  readonly containedBy: readonly BoundaryId[]
}

/** Kind of a boundary without a known level; it implies nothing about the size. */
const KIND_WITHOUT_LEVEL: Kind = 'region'

export function resolveKind(input: KindInput, tables: KindTables): Kind {
  if (input.boundary === 'postal_code') return 'postal_code'
  const table = kindTableFor(input, tables)
  return (
    table.ids.get(input.id) ??
    countryKind(input) ??
    containedKind(input, table) ??
    tagKind(input, table.tags) ??
    tagKind(input, tables.fallback.tags) ??
    levelKind(input, table) ??
    levelKind(input, tables.fallback) ??
    KIND_WITHOUT_LEVEL
  )
}

/** Returns additional kinds of the boundary: Berlin is a state and a city. */
export const additionalKinds = (input: KindInput, tables: KindTables): readonly Kind[] =>
  kindTableFor(input, tables).also.get(input.id) ?? []

const kindTableFor = (input: KindInput, tables: KindTables): KindTable =>
  (input.country === null ? null : tables.country(input.country)) ?? tables.fallback

const countryKind = ({ isCountry, adminLevel }: KindInput): Kind | undefined =>
  isCountry || adminLevel === COUNTRY_LEVEL ? 'country' : undefined

function containedKind(input: KindInput, table: KindTable): Kind | undefined {
  if (input.adminLevel === null || table.within.size === 0) return undefined
  for (const container of input.containedBy) {
    const kind = table.within.get(container)?.get(input.adminLevel)
    if (kind) return kind
  }
  return undefined
}

function tagKind(input: KindInput, rules: readonly TagRule[]): Kind | undefined {
  return rules.find((rule) => atLevel(input.adminLevel, rule) && matches(input.tags[rule.key], rule))?.kind
}

/** A boundary without a level matches only rules without bounds, because a bounded rule depends on the level. */
const atLevel = (level: number | null, { levels }: TagRule): boolean =>
  levels === null || (level !== null && levels[0] <= level && level <= levels[1])

const COMPARE: Record<TagTest, (value: string, text: string) => boolean> = {
  is: (value, text) => value === text,
  starts: (value, text) => value.startsWith(text),
  ends: (value, text) => value.endsWith(text),
}

/** OpenStreetMap separates several values by semicolons: `border_type=city;county`. */
const matches = (value: string | undefined, rule: TagRule): boolean =>
  value?.split(';').some((part) => COMPARE[rule.test](part.trim(), rule.text)) ?? false

const levelKind = (input: KindInput, table: KindTable): Kind | undefined =>
  input.adminLevel === null ? undefined : table.levels.get(input.adminLevel)
