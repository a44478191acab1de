/**
 * ISO 3166-2: the codes in force with their names and parents, and the successors of older ones. Data sets keep codes for
 * years after ISO changed them, so a code is trusted only when the name agrees.
 */
import { foldName, squeeze } from '../../src/domain/catalog/fold.ts'
import type { Packages } from './packages.ts'

interface CodeInForce {
  readonly code: string
  readonly name: string
  /** The subdivision or country that it is part of. */
  readonly parent: string
}

export interface IsoCodes {
  readonly inForce: ReadonlyMap<string, CodeInForce>
  /** Whether ISO divides the country at all; where it does not, a subdivision's code was invented. */
  hasSubdivisions(country: string): boolean
  /** The English name, where CLDR has one. */
  englishName(code: string): string | null
  /** Its names in ISO and CLDR. */
  officialNames(code: string): readonly string[]
  /** The single successor of a code, a subdivision's or country's; null for a code in force or one that was split. */
  successor(code: string): string | null
  /** Old codes that the country or subdivision has absorbed: PR is US-PR as well. */
  predecessors(code: string): readonly string[]
  /** Old codes that the subdivision alone replaced, and that were the only ones it replaced. */
  renamedFrom(code: string): readonly string[]
  /** Whether the code in force belongs to a place with one of these names. */
  agrees(code: string, names: readonly string[]): boolean
  /** The only code in force of the country with exactly one of these names. */
  findByName(country: string, names: readonly string[]): string | null
}

export async function readIsoCodes(packages: Packages): Promise<IsoCodes> {
  // The package is a JavaScript module without imports: read from memory, like all other files.
  const module: { iso31662: readonly CodeInForce[] } = await import(
    `data:text/javascript;base64,${Buffer.from(packages.text('isoCodes')).toString('base64')}`
  )
  const inForce = new Map(module.iso31662.map((entry) => [entry.code, entry]))
  const english: Record<string, string> = JSON.parse(packages.text('subdivisionNames')).subdivisions
    .localeDisplayNames.subdivisions
  const changes: Record<string, { _replacement: string }> = JSON.parse(packages.text('codeChanges'))
    .supplemental.metadata.alias.subdivisionAlias
  const successors = new Map(
    Object.entries(changes)
      .filter(([, { _replacement }]) => !_replacement.includes(' '))
      .map(([old, { _replacement }]) => [old, fromCldr(_replacement)]),
  )
  const byCountry = Map.groupBy(inForce.values(), ({ code }) => code.slice(0, 2))
  // CLDR still has names from before the country's codes were reassigned: there, only names that agree with ISO are trusted.
  const disagrees = ({ code, name }: CodeInForce): boolean =>
    english[toCldr(code)] !== undefined && !namesAgree([english[toCldr(code)]], [name])
  const isDealtAnew = (entries: readonly CodeInForce[]): boolean =>
    entries.some(
      (entry) =>
        disagrees(entry) &&
        entries.some(({ name }) => namesEqual([name, withoutArticle(name)], [english[toCldr(entry.code)]])),
    )
  const dealtAnew = new Set(
    [...byCountry].filter(([, entries]) => isDealtAnew(entries)).map(([country]) => country),
  )
  const englishName = (code: string) => {
    const entry = inForce.get(code)
    const isStale = entry !== undefined && dealtAnew.has(code.slice(0, 2)) && disagrees(entry)
    return isStale ? null : (english[toCldr(code)] ?? null)
  }
  const officialNames = (code: string): string[] =>
    [inForce.get(code)?.name, englishName(code)].filter((name) => name != null)
  return {
    inForce,
    englishName,
    officialNames,
    hasSubdivisions: (country) => byCountry.has(country),
    successor: (code) => successors.get(toCldr(code)) ?? null,
    predecessors: (code) => [...successors].filter(([, now]) => now === code).map(([old]) => fromCldr(old)),
    renamedFrom: (code) => {
      const replaced = Object.keys(changes).filter((old) =>
        changes[old]._replacement.split(' ').includes(toCldr(code)),
      )
      return replaced.length === 1 &&
        successors.get(replaced[0]) === code &&
        !inForce.has(fromCldr(replaced[0]))
        ? [fromCldr(replaced[0])]
        : []
    },
    agrees: (code, names) => namesAgree(names, officialNames(code)),
    findByName: (country, names) => {
      const wanted = new Set(names.map(comparable))
      const found = [...inForce.keys()].filter(
        (code) =>
          code.startsWith(`${country}-`) && officialNames(code).some((name) => wanted.has(comparable(name))),
      )
      return found.length === 1 ? found[0] : null
    },
  }
}

/** CLDR writes `gbeng` for GB-ENG and `PR` for countries. */
const toCldr = (code: string): string => code.replace('-', '').toLowerCase()
const fromCldr = (code: string): string =>
  code.length === 2 ? code : `${code.slice(0, 2)}-${code.slice(2)}`.toUpperCase()

/** ISO writes "L'Oriental" where CLDR has "Oriental". */
const withoutArticle = (name: string): string => name.replace(/^L'/, '')

export const namesEqual = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(b.map(comparable))
  return a.some((name) => known.has(comparable(name)))
}

/** Whether two names belong to one place, as far as letters tell. */
export const namesAgree = (a: readonly string[], b: readonly string[]): boolean => {
  const known = b.map(comparable)
  return a.map(comparable).some((name) => known.some((other) => alike(name, other)))
}

const comparable = (name: string): string => squeeze(foldName(name))

/** Transliterations differ by a letter or two, and one name is often the other plus a word for the kind. */
function alike(a: string, b: string): boolean {
  if (a.length < 4 || b.length < 4) return a === b
  if (a.includes(b) || b.includes(a)) return true
  return editDistance(a, b) <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 4))
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]
}
