/** Workers of imports for tests. */
import { importLane } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { openWorkers, type Workers, type WorkersOptions } from '../../src/sources/extract/workers.ts'
import { SERVICE } from '../../src/util/work-owner.ts'

export interface TestWorkers extends Workers {
  readonly close: () => Promise<void>
}

interface Limits extends Partial<Pick<WorkersOptions, 'scansInPlace'>> {
  readonly threads?: number
  readonly heapMb?: number
  readonly maxProcessorMs?: number
}

/** As for a small file, unless it is given otherwise. */
export const testWorkers = ({
  threads = 1,
  heapMb,
  maxProcessorMs,
  scansInPlace = true,
}: Limits = {}): TestWorkers => {
  const compute = openCompute({
    import: {
      ...importLane(threads),
      ...(heapMb !== undefined && { heapMb }),
      ...(maxProcessorMs !== undefined && { maxProcessorMs }),
    },
  })
  return { ...openWorkers({ compute, owner: SERVICE, threads, scansInPlace }), close: compute.close }
}

export const openImportCompute = (threads: number) => openCompute({ import: importLane(threads) })
