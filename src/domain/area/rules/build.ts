/** Builds the plan tree in the order of the text: parts, exceptions, and exceptions of exceptions. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn, type PlanPart } from '../plan.ts'

interface GrowingPart extends Omit<PlanPart, 'except'> {
  readonly except: GrowingPart[]
}

export class PlanBuilder {
  readonly #parts: GrowingPart[] = []
  /** Members removed from their group. */
  readonly #gone: BoundaryRecord[] = []
  /** Parts that were included only as members of a group. */
  readonly #members = new Set<string>()

  get parts(): readonly PlanPart[] {
    return this.#parts
  }

  /** All included boundaries, regardless of exceptions: later exceptions may apply to them. */
  get included(): readonly BoundaryRecord[] {
    return this.#parts.map(({ boundary }) => boundary)
  }

  /** All excluded boundaries. */
  get excluded(): readonly BoundaryRecord[] {
    return [...this.#gone, ...this.#parts.flatMap(({ except }) => except.map(({ boundary }) => boundary))]
  }

  includeGroup(members: readonly Omit<PlanPart, 'except'>[]): void {
    for (const member of members) {
      this.include(member)
      this.#members.add(member.boundary.id)
    }
  }

  /** An exception outside every part, named as a precaution. */
  excludeAnyway(part: Omit<PlanPart, 'except'>): void {
    this.#parts[0]?.except.push({ ...part, except: [] })
  }

  /** Added to the exceptions that contain it; otherwise it becomes a part of its own. */
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

  /** "Canada, excluding the Atlantic provinces other than Nova Scotia": whether it was an exception, and is none any more. */
  endException(id: string): boolean {
    const holders = this.#parts.filter(({ except }) => except.some(({ boundary }) => boundary.id === id))
    for (const { except } of holders)
      except.splice(
        except.findIndex(({ boundary }) => boundary.id === id),
        1,
      )
    return holders.length > 0
  }

  /** Excluded from every part that contains it; a member of a group is removed from the group. */
  exclude(part: Omit<PlanPart, 'except'>): 'cut' | 'emptied' | 'contradicted' | 'outside' {
    const gone = this.#parts.filter(({ boundary }) => liesIn(boundary, part.boundary.id))
    if (gone.length > 0 && gone.length === this.#parts.length) return 'emptied'
    // "Utah and Nevada, excluding Nevada" contradicts itself.
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
