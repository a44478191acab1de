/** Puts chosen boundaries together in the order of the text: what is cut out of what, and what comes back in. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn, type PlanPart } from '../plan.ts'

interface GrowingPart extends Omit<PlanPart, 'except'> {
  readonly except: GrowingPart[]
}

export class PlanBuilder {
  readonly #parts: GrowingPart[] = []
  /** Texts that name groups. */
  readonly #groups = new Set<string>()

  get parts(): readonly PlanPart[] {
    return this.#parts
  }

  /** Everything that is in now, whatever its exceptions: what later ones may be cut out of. */
  get included(): readonly BoundaryRecord[] {
    return this.#parts.map(({ boundary }) => boundary)
  }

  includeGroup(members: readonly Omit<PlanPart, 'except'>[]): void {
    for (const member of members) {
      this.#groups.add(member.text)
      this.include(member)
    }
  }

  /** Cut out although it lies in nothing: said to be safe. */
  excludeAnyway(part: Omit<PlanPart, 'except'>): void {
    this.#parts[0]?.except.push({ ...part, except: [] })
  }

  /** What was cut out and contains it gets it back; where nothing did, it is a part of its own. */
  include(part: Omit<PlanPart, 'except'>): 'new' | 'back' | 'repeated' {
    const cut = this.#parts
      .flatMap(({ except }) => except)
      .filter(({ boundary }) => liesIn(part.boundary, boundary.id))
    for (const each of cut) each.except.push({ ...part, except: [] })
    if (cut.length > 0) return 'back'
    if (this.#parts.some(({ boundary }) => boundary.id === part.boundary.id)) return 'repeated'
    this.#parts.push({ ...part, except: [] })
    return 'new'
  }

  /** Cut out of everything that contains it; a member of a group leaves the group. False when nothing contains it. */
  exclude(part: Omit<PlanPart, 'except'>): boolean {
    const own = this.#parts.findIndex(
      ({ boundary, text }) => boundary.id === part.boundary.id && this.#groups.has(text),
    )
    if (own !== -1) {
      this.#parts.splice(own, 1)
      return true
    }
    const holders = this.#parts.filter(({ boundary }) => liesIn(part.boundary, boundary.id))
    for (const { except } of holders) {
      if (!except.some(({ boundary }) => boundary.id === part.boundary.id))
        except.push({ ...part, except: [] })
    }
    return holders.length > 0
  }
}
