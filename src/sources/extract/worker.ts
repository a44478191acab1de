/** Entry of the worker threads of imports and fetches. */
import { yieldProcessor } from '../../util/yield-processor.ts'
import { type PartsResult, runParts } from '../overpass/read-parts.ts'
import { type PlacingResult, runPlacing } from './placing-work.ts'
import { runScan, type ScanResult } from './scan.ts'
import { runShape, type ShapeResult } from './shape.ts'
import type { WorkerTask } from './workers.ts'

yieldProcessor()

const runTask = (work: WorkerTask): ScanResult | PartsResult | ShapeResult | PlacingResult | null => {
  switch (work.run) {
    case 'scan':
      return runScan(work.task)
    case 'parts':
      return runParts(work.task)
    case 'shape':
      return runShape(work.task)
    case 'compare':
    case 'shares':
    case 'sharedLand':
      return runPlacing(work)
    case 'nothing':
      return null
  }
}

export default runTask
