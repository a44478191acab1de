/** How long a crashed process waits for its replacement: longer after each crash in a row, so that a cause that stays does not take the machine. */
const FIRST_MS = 100
const MAX_MS = 30_000
/** A process that served for this long ends the row. */
const STEADY_MS = 10_000

export interface RestartDelay {
  /** @param servedMs how long the process served; 0 if it never did */
  readonly afterCrash: (servedMs: number) => number
}

export const createRestartDelay = (): RestartDelay => {
  let crashes = 0
  return {
    afterCrash: (servedMs) => {
      crashes = servedMs >= STEADY_MS ? 1 : crashes + 1
      return Math.min(MAX_MS, FIRST_MS * 2 ** (crashes - 1))
    },
  }
}
