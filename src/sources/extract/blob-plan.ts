/**
 * Plans the blobs that each pass must read. Nearly all files have nodes first, then ways, then relations: a few probes find
 * the start of each kind, and every blob is decompressed only once. Reading detects a wrong guess (`isBesidePlan`); a file
 * in another order is indexed blob by blob, at the cost of one more pass.
 */
import { closeSync, openSync } from 'node:fs'
import { kindsIn, NODES, openBlock, RELATIONS, WAYS } from './pbf/block.ts'
import { located, type PbfFile, readBlob } from './pbf/file.ts'
import type { BlobRange } from './scan-blobs.ts'

/** Kinds that passes read from each blob, as bits. */
export type BlobPlan = Uint8Array

export const sortedPlan = (file: PbfFile): BlobPlan => {
  const descriptor = openSync(file.path, 'r')
  try {
    const peek = (blob: number): number => {
      const offset = file.offsets[blob]
      const raw = readBlob(file.path, descriptor, offset, file.sizes[blob])
      return located(file.path, offset, () => kindsIn(openBlock(raw)))
    }
    const firstRelations = firstBlob(file.blobCount, 0, (blob) => peek(blob) >= RELATIONS)
    const firstWays = firstBlob(firstRelations, 0, (blob) => peek(blob) >= WAYS)
    const plan = new Uint8Array(file.blobCount)
    // One kind may end and the next begin in the same blob, so it is read for both.
    plan.fill(NODES, 0, firstWays + 1)
    for (let blob = firstWays; blob <= firstRelations && blob < plan.length; blob++) plan[blob] |= WAYS
    for (let blob = firstRelations; blob < plan.length; blob++) plan[blob] |= RELATIONS
    return plan
  } finally {
    closeSync(descriptor)
  }
}

/** True if a blob has a kind that no pass reads from it: the file is not in the expected order. */
export const isBesidePlan = (plan: BlobPlan, blob: number, kinds: number): boolean =>
  (kinds & ~plan[blob]) !== 0

/** Compressed bytes of a task: enough to outweigh the transfer, few enough to show progress. */
const BATCH_BYTES = 2 * 1024 * 1024

export interface Batch extends BlobRange {
  /** Numbers of the blobs in the file. */
  readonly blobs: readonly number[]
}

/** Yields the planned blobs of a kind (every blob if `kind` is 0), in batches. */
export function* blobBatches(file: PbfFile, plan: BlobPlan, kind: number): Generator<Batch> {
  let blobs: number[] = []
  let bytes = 0
  for (let blob = 0; blob < file.blobCount; blob++) {
    if (kind !== 0 && (plan[blob] & kind) === 0) continue
    blobs.push(blob)
    bytes += file.sizes[blob]
    if (bytes < BATCH_BYTES) continue
    yield batchOf(file, blobs)
    blobs = []
    bytes = 0
  }
  if (blobs.length > 0) yield batchOf(file, blobs)
}

/** Returns the compressed bytes of all planned blobs, counted once for each kind. */
export const plannedBytes = (file: PbfFile, plan: BlobPlan, kinds: readonly number[]): number => {
  let bytes = 0
  for (const kind of kinds) {
    for (let blob = 0; blob < plan.length; blob++) if ((plan[blob] & kind) !== 0) bytes += file.sizes[blob]
  }
  return bytes
}

const batchOf = (file: PbfFile, blobs: readonly number[]): Batch => ({
  path: file.path,
  blobs,
  offsets: Float64Array.from(blobs, (blob) => file.offsets[blob]),
  sizes: Uint32Array.from(blobs, (blob) => file.sizes[blob]),
})

/** Returns the first blob for which `isAtOrPast` is true; it must be true for all blobs after it. */
const firstBlob = (count: number, from: number, isAtOrPast: (blob: number) => boolean): number => {
  let low = from
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAtOrPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
