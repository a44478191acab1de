/**
 * Parses the content of a kinds file into a `KindTable`. Contributors edit these files by hand, so everything is checked and every
 * error names the file, the place in it and the allowed values.
 */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import { KINDS, type Kind } from '../../domain/boundary/kind.ts'
import type { KindTable, TagRule, TagTest } from '../../domain/boundary/kind-table.ts'

const SECTIONS = ['source', 'levels', 'without_government', 'ids', 'within', 'tags', 'also']
const TESTS: readonly TagTest[] = ['is', 'starts', 'ends']

export function readKindTable(content: unknown, file: string): KindTable {
  const at = new PlaceInFile(file, '')
  const sections = at.mapping(content)
  for (const [name] of sections) {
    if (!SECTIONS.includes(name))
      at.fail(`has an unknown section "${name}"; there are ${SECTIONS.join(', ')}`)
  }
  const section = (name: string) => ({ at: at.in(name), value: new Map(sections).get(name) ?? null })
  readSource(section('source'))
  return {
    levels: readMap(section('levels'), readLevel, readKind),
    withoutGovernment: readSections(section('without_government'), readLevel),
    ids: readMap(section('ids'), readId, readKind),
    within: readMap(section('within'), readId, (value, place) =>
      readMap({ at: place, value }, readLevel, readKind),
    ),
    tags: readSections(section('tags'), readTagRule),
    also: readMap(section('also'), readId, (value, place) => readSections({ at: place, value }, readKind)),
  }
}

/** The file and the place in it: the start of every error. */
class PlaceInFile {
  readonly file: string
  readonly path: string
  constructor(file: string, path: string) {
    this.file = file
    this.path = path
  }

  in(step: string): PlaceInFile {
    return new PlaceInFile(this.file, this.path === '' ? step : `${this.path}.${step}`)
  }

  fail(complaint: string): never {
    throw new Error(`${this.file}${this.path === '' ? '' : `, ${this.path}`} ${complaint}.`)
  }

  mapping(value: unknown): readonly [string, unknown][] {
    if (value === null) return []
    if (typeof value !== 'object' || Array.isArray(value)) this.fail('is not a mapping')
    return Object.entries(value)
  }

  list(value: unknown): readonly unknown[] {
    if (value === null) return []
    if (!Array.isArray(value)) this.fail('is not a list')
    return value
  }
}

interface YamlSection {
  readonly at: PlaceInFile
  readonly value: unknown
}

function readMap<K, V>(
  { at, value }: YamlSection,
  key: (text: string, at: PlaceInFile) => K,
  item: (value: unknown, at: PlaceInFile) => V,
): ReadonlyMap<K, V> {
  return new Map(
    at.mapping(value).map(([name, content]) => [key(name, at.in(name)), item(content, at.in(name))]),
  )
}

const readSections = <T>(
  { at, value }: YamlSection,
  item: (value: unknown, at: PlaceInFile) => T,
): readonly T[] => at.list(value).map((content, index) => item(content, at.in(String(index + 1))))

function readSource({ at, value }: YamlSection): void {
  if (at.list(value).length === 0) at.fail('is empty; every table names at least one page that it rests on')
}

function readKind(value: unknown, at: PlaceInFile): Kind {
  const kind = KINDS.find((known) => known === value)
  return kind ?? at.fail(`is "${String(value)}", not one of ${KINDS.join(', ')}`)
}

function readLevel(value: unknown, at: PlaceInFile): number {
  const level = Number(value)
  if (!Number.isInteger(level) || level < 1 || level > 12) {
    at.fail(`"${String(value)}" is not an admin_level from 1 to 12`)
  }
  return level
}

function readId(text: string, at: PlaceInFile): BoundaryId {
  if (!/^[rw][1-9][0-9]*$/.test(text)) at.fail(`"${text}" is not the id of a relation or way, like r62422`)
  return text as BoundaryId
}

function readTagRule(value: unknown, at: PlaceInFile): TagRule {
  const rule = Object.fromEntries(at.mapping(value))
  const test = TESTS.find((name) => typeof rule[name] === 'string')
  if (typeof rule.key !== 'string' || test === undefined) {
    at.fail(`needs a key and one of ${TESTS.join(', ')}, each a string`)
  }
  const known = ['key', test, 'kind', 'levels']
  const unknown = Object.keys(rule).find((name) => !known.includes(name))
  if (unknown) at.fail(`has "${unknown}", which is not one of ${known.join(', ')}`)
  return {
    key: rule.key,
    test,
    text: String(rule[test]),
    kind: readKind(rule.kind, at.in('kind')),
    levels: rule.levels === undefined ? null : readBounds(rule.levels, at.in('levels')),
  }
}

function readBounds(value: unknown, at: PlaceInFile): readonly [number, number] {
  const bounds = at.list(value)
  if (bounds.length !== 2) at.fail(`has ${bounds.length} numbers; it needs the lowest and the highest level`)
  const [lowest, highest] = bounds.map((bound) => readLevel(bound, at))
  if (lowest > highest) at.fail(`goes from ${lowest} down to ${highest}; the lowest level comes first`)
  return [lowest, highest]
}
