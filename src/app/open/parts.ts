/** The parts of the service: what the modules of this folder return beside what each part offers. */
import { closeAll } from '../../util/close-all.ts'

export interface Part {
  /** Does work that would delay the first calls: the server awaits it before it listens. */
  readonly prepare?: (signal: AbortSignal) => Promise<unknown>
  readonly chores?: readonly Chore[]
  readonly close?: () => unknown
}

/** Periodic work of the server. */
export interface Chore {
  /** The area and the work: `quota: heartbeat`. */
  readonly name: string
  readonly everyMs: number
  /** True if every process does it for itself. Otherwise one of the processes of the machine does it for all. */
  readonly everyProcess?: boolean
  readonly run: () => Promise<unknown>
}

export interface Parts {
  /**
   * Returns the part. Call it as soon as the part is open, so that it is closed even if a later one fails to open.
   *
   * @throws Error if an earlier part offers something under the same name
   */
  readonly add: <P extends object>(part: P & Part) => P
  /** Prepares one part after the other, in the order of opening. */
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly chores: () => readonly Chore[]
  /** Closes in reverse order, because later parts depend on earlier ones. Rejects after all were tried. */
  readonly close: () => Promise<void>
}

const EVERY_PART_HAS: ReadonlySet<string> = new Set<keyof Part>(['prepare', 'chores', 'close'])

export const createParts = (): Parts => {
  const parts: Part[] = []
  const names = new Set<string>()
  return {
    add: (part) => {
      parts.push(part)
      for (const name of Object.keys(part).filter((name) => !EVERY_PART_HAS.has(name))) {
        if (names.has(name)) throw new Error(`Two parts offer ${name}.`)
        names.add(name)
      }
      return part
    },
    prepare: async (signal) => {
      for (const part of parts) await part.prepare?.(signal)
    },
    chores: () => parts.flatMap(({ chores = [] }) => chores),
    close: () => closeAll(parts.toReversed().map((part) => () => part.close?.())),
  }
}
