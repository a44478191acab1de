/** Puts chosen boundaries together in the order of the text: what is cut out of what, and what comes back in. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn, type PlanPart } from '../plan.ts'

interface GrowingPart extends Omit<PlanPart, 'except'> {
  readonly except: GrowingPart[]
}

export class PlanBuilder {
  readonly #parts: GrowingPart[] = []
  /** Members that left their group. */
  readonly #gone: BoundaryRecord[] = []
  /** Parts that only a group brought in. */
  readonly #members = new Set<string>()

  get parts(): readonly PlanPart[] {
    return this.#parts
  }

  /** Everything that is in now, whatever its exceptions: what later ones may be cut out of. */
  get included(): readonly BoundaryRecord[] {
    return this.#parts.map(({ boundary }) => boundary)
  }

  /** Everything that is cut out of something. */
  get excluded(): readonly BoundaryRecord[] {
    return [...this.#gone, ...this.#parts.flatMap(({ except }) => except.map(({ boundary }) => boundary))]
  }

  includeGroup(members: readonly Omit<PlanPart, 'except'>[]): void {
    for (const member of members) {
      this.include(member)
      this.#members.add(member.boundary.id)
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

  /** Cut out of everything that contains it; a member of a group leaves the group. */
  exclude(part: Omit<PlanPart, 'except'>): 'cut' | 'emptied' | 'contradicted' | 'outside' {
    const gone = this.#parts.filter(({ boundary }) => liesIn(boundary, part.boundary.id))
    if (gone.length > 0 && gone.length === this.#parts.length) return 'emptied'
    // "Utah and Nevada, excluding Nevada" says two things of Nevada.
    if (gone.some(({ boundary }) => !this.#members.has(boundary.id))) return 'contradicted'
    this.#gone.push(...gone.map(({ boundary }) => boundary))
    for (const each of gone) this.#parts.splice(this.#parts.indexOf(each), 1)
    const holders = this.#parts.filter(({ boundary }) => liesIn(part.boundary, boundary.id))
    for (const { except } of holders) {
      if (!except.some(({ boundary }) => boundary.id === part.boundary.id))
        except.push({ ...part, except: [] })
    }
    return gone.length + holders.length > 0 ? 'cut' : 'outside'
  }
}
