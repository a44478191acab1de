/** A phrase and what it may mean: boundaries of which one is meant, or a group of which all are. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Region } from '../vocabulary.ts'
import type { Sense } from './lookup.ts'

export interface Item {
  readonly text: string
  readonly after: 'break' | 'comma' | 'and'
  /** Best first; empty when no boundary has the name. */
  readonly senses: readonly Sense[]
  readonly group: Group | null
  /** The text itself says which one of several is meant: by a level, or by what it lies in. */
  readonly isNarrowed: boolean
}

export interface Group {
  readonly region: Region
  readonly members: readonly BoundaryRecord[]
  readonly except: readonly BoundaryRecord[]
}

export const isUnderstood = ({ senses, group }: Item): boolean => group !== null || senses.length > 0
