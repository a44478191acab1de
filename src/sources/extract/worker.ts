/** Entry of the worker threads of an import. */
import { runScan, type ScanResult } from './scan.ts'
import { runShape, type ShapeResult } from './shape.ts'
import type { WorkerTask } from './workers.ts'

const runTask = (work: WorkerTask): ScanResult | ShapeResult =>
  work.run === 'scan' ? runScan(work.task) : runShape(work.task)

export default runTask
