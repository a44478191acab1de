/** Runs passes over the blobs of a file in the order that its plan assumes or, if that proves wrong, in any order. */

import { orderedParallelMap } from '../../util/ordered-parallel-map.ts'
import { type BlobPlan, blobBatches, isBesidePlan, sortedPlan } from './blob-plan.ts'
import type { PbfFile } from './pbf/file.ts'
import { PbfProblem } from './pbf/problem.ts'
import type { Scanner, ScanPass, ScanResult } from './scan-blobs.ts'

export interface Passes {
  readonly plan: BlobPlan
  /** Reads every blob that may hold the kind; delivers the results in file order. */
  run(kind: number, what: ScanPass, take: (result: ScanResult) => void): Promise<void>
}

/** Calls `read` with passes in the usual order, and again with exact ones if the file has another order. */
export const withPasses = async <T>(
  file: PbfFile,
  scanner: Scanner,
  read: (passes: Passes) => Promise<T>,
): Promise<T> => {
  try {
    return await read(passesOf(file, sortedPlan(file), scanner))
  } catch (error) {
    if (!(error instanceof OtherOrder)) throw error
    return await read(passesOf(file, await indexedPlan(file, scanner), scanner))
  }
}

/** The file is not in the order that the plan assumes. Caught in this module. */
class OtherOrder extends Error {}

const EVERY_KIND = 0

const passesOf = (file: PbfFile, plan: BlobPlan, scanner: Scanner): Passes => ({
  plan,
  async run(kind, what, take) {
    for await (const { blobs, result } of scanAll(file, plan, scanner, kind, what)) {
      if (blobs.some((blob, index) => isBesidePlan(plan, blob, result.kinds[index]))) throw new OtherOrder()
      take(result)
    }
  },
})

const indexedPlan = async (file: PbfFile, scanner: Scanner): Promise<BlobPlan> => {
  const plan = new Uint8Array(file.blobCount)
  for await (const { blobs, result } of scanAll(file, plan, scanner, EVERY_KIND, { of: 'kinds' })) {
    blobs.forEach((blob, index) => {
      plan[blob] = result.kinds[index]
    })
  }
  return plan
}

async function* scanAll(file: PbfFile, plan: BlobPlan, scanner: Scanner, kind: number, pass: ScanPass) {
  const results = orderedParallelMap(
    blobBatches(file, plan, kind),
    scanner.window,
    async ({ blobs, ...range }) => ({
      blobs,
      result: await scanner.scan({ ...range, pass }),
    }),
  )
  for await (const each of results) {
    if (each.result.problem !== null) throw new PbfProblem(each.result.problem)
    yield each
  }
}
