/** Port for what enriches the parts of one file: threads of this machine, or the calls of a client. */
import type { EnrichedPart } from './enriched-part.ts'
import type { EnrichedFile } from './part-work.ts'
import type { Orientation } from './swapped-coordinates.ts'

export interface PartRunner {
  /** Parts that are processed at a time; 0 if only one, when it is waited for. */
  readonly threads: number
  /** @param moved buffers of the part that may be transferred */
  readonly enrichPart: (part: unknown, moved: ArrayBuffer[]) => Promise<EnrichedPart>
  /** The part itself must stay usable. */
  readonly orientationOf: (part: unknown) => Promise<Orientation>
  readonly close: () => Promise<void>
}

export type OpenRunner = (
  file: Pick<EnrichedFile, 'layout' | 'kinds' | 'languages'>,
  signal: AbortSignal,
) => PartRunner
