/** Compares a planner's reading of a generated clause with the expected one. */
import { listParts } from '../../../src/domain/area/plan.ts'
import type { Planned, Planner } from '../../../src/domain/area/ports.ts'
import type { Catalog } from '../../../src/domain/catalog/catalog.ts'
import type { ExpectedPlan, GeneratedClause } from './clause.ts'
import type { Mutation } from './mutate.ts'
import { recordOf } from './places.ts'

export interface Verdict {
  /** `unnamed`: rightly refused, but the refusal does not name the reason. `refused`: wrongly refused. */
  readonly outcome: 'right' | 'refused' | 'unnamed' | 'wrong'
  readonly report: string
}

export class Judge {
  readonly #planner: Planner
  readonly #catalog: Pick<Catalog, 'find'>
  readonly #currentIds = new Map<string, Promise<string>>()

  constructor(planner: Planner, catalog: Pick<Catalog, 'find'>) {
    this.#planner = planner
    this.#catalog = catalog
  }

  async judge({
    text,
    country,
    expected,
  }: Pick<GeneratedClause, 'text' | 'country' | 'expected'>): Promise<Verdict> {
    const planned = await this.#plan(text, country)
    if ('refused' in expected) {
      if (planned.ok) return verdict('wrong', text, 'a refusal', planned)
      return isNamed(planned, expected.names ?? [])
        ? RIGHT
        : verdict('unnamed', text, `a refusal that names ${expected.names?.join(', ')}`, planned)
    }
    const wanted = [expected, ...(expected.or ?? [])]
    if (!planned.ok) return verdict('refused', text, shownPlan(expected), planned)
    return (await this.#isOneOf(planned, wanted))
      ? RIGHT
      : verdict('wrong', text, shownPlan(expected), planned)
  }

  /** A refusal is right when it names the expected words; a plan must be one of those expected. */
  async judgeMutation(original: GeneratedClause, mutation: Mutation): Promise<Verdict> {
    const { text, kind, mustName, expectedAfter } = mutation
    const planned = await this.#plan(text, original.country)
    const label = `${text}\n  was: ${original.text}`
    if (!planned.ok)
      return isNamed(planned, mustName === undefined ? [] : [mustName])
        ? RIGHT
        : verdict('unnamed', label, `a refusal that names ${mustName}`, planned)
    if (mustName !== undefined) return verdict('wrong', label, `a refusal that names ${mustName}`, planned)
    if (expectedAfter !== undefined)
      return (await this.#isOneOf(planned, expectedAfter))
        ? RIGHT
        : verdict('wrong', label, shownPlan(expectedAfter[0]), planned)
    const before = original.expected
    const isSame = !('refused' in before) && (await this.#isOneOf(planned, [before, ...(before.or ?? [])]))
    return isSame ? verdict('wrong', label, `another plan (${kind})`, planned) : RIGHT
  }

  #plan(text: string, country = ''): Promise<Planned> {
    return this.#planner.plan({ text, country: country === '' ? null : country, seed: null })
  }

  async #isOneOf(planned: Planned & { ok: true }, plans: readonly ExpectedPlan[]): Promise<boolean> {
    const parts = listParts(planned.plan)
    const got = (['include', 'exclude'] as const).map((role) =>
      parts
        .filter((part) => part.role === role)
        .map((part) => part.boundary.id)
        .sort()
        .join(' '),
    )
    for (const { include, exclude } of plans) {
      const [included, excluded] = [await this.#listed(include), await this.#listed(exclude)]
      if (included === got[0] && excluded === got[1]) return true
    }
    return false
  }

  async #listed(ids: readonly string[]): Promise<string> {
    return (await Promise.all(ids.map((id) => this.#currentId(id)))).sort().join(' ')
  }

  #currentId(id: string): Promise<string> {
    const known = this.#currentIds.get(id) ?? recordOf(this.#catalog, id).then((record) => record?.id ?? id)
    this.#currentIds.set(id, known)
    return known
  }
}

const RIGHT: Verdict = { outcome: 'right', report: '' }

const isNamed = (planned: Planned & { ok: false }, names: readonly string[]): boolean => {
  const texts = planned.unmapped.map(({ text }) => text.toLowerCase())
  return names.every((name) => texts.some((text) => text.includes(name.toLowerCase())))
}

const verdict = (outcome: Verdict['outcome'], text: string, wanted: string, planned: Planned): Verdict => ({
  outcome,
  report: `${text.replaceAll('\n', ' ⏎ ')}\n  wanted: ${wanted}\n  got: ${shown(planned)}`,
})

const shownPlan = ({ include, exclude }: ExpectedPlan): string =>
  [...include.map((id) => `+${id}`), ...exclude.map((id) => `−${id}`)].join(' ')

const shown = (planned: Planned): string =>
  planned.ok
    ? listParts(planned.plan)
        .map(({ role, boundary: { id, name } }) => `${role === 'include' ? '+' : '−'}${id} ${name}`)
        .join(', ')
    : planned.unmapped.map(({ text, reason }) => `"${text}" ${reason}`).join('; ')
