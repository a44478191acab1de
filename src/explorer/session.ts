/** Who is at the page, and what a call costs them. The server decides; this only says it before a call is made. */
import type { Detail } from './answers.ts'
import type { Session } from './api.ts'

/** Not known until the server has answered: as a visitor. */
const UNKNOWN: Session = { access: 'accounts', demonstration: true, account: null }

/** As the operations admit visitors: see `demonstration` of each operation. */
const DEMONSTRATED_IDS = 6

export class Person {
  #session: Session = UNKNOWN

  get session(): Session {
    return this.#session
  }

  know(session: Session): void {
    this.#session = session
  }

  /** Units of a call; null where an account is needed. */
  costOf(units: number, isDemonstrated: boolean): number | null {
    const { access, demonstration, account } = this.#session
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

  /** Descriptions cost an account units; visitors may draw a few. */
  costOfDescription(): number | null {
    const { access, demonstration, account } = this.#session
    if (access === 'open') return 0
    if (account !== null) return 50
    return demonstration ? 0 : null
  }
}
