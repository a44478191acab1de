/** What is said to and by the thread that cuts a land file into tiles, `cut-land-file.ts`. */

/** Reports progress of the current phase, from 0 to 1. */
export type OnLandFileProgress = (phase: 'reading' | 'cutting', done: number) => void

export interface CutOrder {
  readonly path: string
  /** Path for the tiles. */
  readonly tiles: string
}

export interface CutProgress {
  readonly phase: Parameters<OnLandFileProgress>[0]
  readonly done: number
}

/** Returns the names of unfinished files: they contain the process id, because other processes may cut the same file. */
export const draftsOf = (tiles: string) => ({
  tiles: `${tiles}.${process.pid}`,
  cells: `${tiles}.${process.pid}.cells`,
})
