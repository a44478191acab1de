/** Messages to and from the thread that cuts a land file into tiles, `land-file-worker.ts`. */

/** How far the work on a file is, from 0 to 1: each phase begins anew. */
export type OnLandFileProgress = (phase: 'reading' | 'cutting', done: number) => void

export interface CutOrder {
  readonly path: string
  /** Where the tiles shall be. */
  readonly tiles: string
}

/** Progress, or why the file is no mask. */
export type CutMessage =
  | { readonly phase: Parameters<OnLandFileProgress>[0]; readonly done: number }
  | { readonly problem: string }

/** Others may cut the same file: what is not whole yet carries the number of the process. */
export const draftsOf = (tiles: string) => ({
  tiles: `${tiles}.${process.pid}`,
  cells: `${tiles}.${process.pid}.cells`,
})
