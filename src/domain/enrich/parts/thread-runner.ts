/** Enriches parts in threads, which share the indexes of the catalog. */
import type { Compute } from '../../../compute/port.ts'
import { SERVICE } from '../../../util/work-owner.ts'
import type { OpenRunner } from './part-runner.ts'
import type { EnrichedFile, PartWorks, ThreadReport } from './part-work.ts'
import { createSharedRegions } from './shared-regions.ts'

export interface ThreadOptions {
  /** Opens threads for one file, in the lane for imports. */
  readonly openCompute: () => Compute
  readonly threads: number
  readonly works: PartWorks
  /** Memory for indexes of all threads together, in bytes. */
  readonly indexBytes: number
}

export const threadRunner =
  ({ openCompute, threads, works, indexBytes }: ThreadOptions): OpenRunner =>
  (opened, signal) => {
    const file: EnrichedFile = { ...opened, regionBytes: Math.floor(indexBytes / threads), threads }
    const regions = createSharedRegions(Math.floor(indexBytes / 2))
    const compute = openCompute()
    const options = {
      lane: 'import',
      owner: SERVICE,
      signal,
      onReport: (report: ThreadReport) => regions.connect(report.regions),
    } as const
    return {
      threads,
      enrichPart: (part, moved) => compute.run(works.enrichPart, { file, part }, { ...options, moved }),
      // A copy, because the part itself is moved to a thread.
      orientationOf: (part) =>
        compute.run(works.orientationOf, { file, part: structuredClone(part) }, options),
      close: async () => {
        await compute.close()
        regions.close()
      },
    }
  }
