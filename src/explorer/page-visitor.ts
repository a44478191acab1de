/** The person at the page, and the cost of calls for them. The server decides; this only predicts it. */
import type { Detail } from '../client/index.ts'
import type { PageSession } from './operation-calls.ts'

/** A visitor, until the server has answered. */
const UNKNOWN: PageSession = { access: 'accounts', demonstration: true, account: null }

/** Limits for visitors: see `demonstration` of each operation. */
const DEMONSTRATED_IDS = 6

export class PageVisitor {
  session = UNKNOWN

  /** Returns the units of a call; null if an account is needed. */
  costOf(units: number, isDemonstrated: boolean): number | null {
    const { access, demonstration, account } = this.session
    if (access === 'open' || (isDemonstrated && demonstration)) return 0
    return account === null ? null : units
  }

  costOfDetail(detail: Detail): number | null {
    return detail === 'low' ? 0 : this.costOf(1, false)
  }

  costOfExport(detail: Detail): number | null {
    return this.costOf(1, detail === 'low')
  }

  costOfUnion(ids: number): number | null {
    return this.costOf(ids, ids <= DEMONSTRATED_IDS)
  }

  /** Returns the cost of a description: units for an account; visitors may draw a few for free. */
  costOfDescription(): number | null {
    const { access, demonstration, account } = this.session
    if (access === 'open') return 0
    if (account !== null) return 50
    return demonstration ? 0 : null
  }
}
