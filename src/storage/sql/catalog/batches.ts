/** Groups entries, so that a batch shares its statements and still fits into memory. */
import type { BoundaryEntry } from '../../../domain/catalog/ports.ts'

/** No batch contains a boundary twice: an extract that repeats one would otherwise store both. */
export async function* batchesOf(
  entries: AsyncIterable<BoundaryEntry>,
): AsyncGenerator<readonly BoundaryEntry[], undefined> {
  let batch = new Map<string, BoundaryEntry>()
  let bytes = 0
  for await (const entry of entries) {
    const { id } = entry.record
    if (batch.has(id) || batch.size >= MAX_ENTRIES || bytes >= MAX_BYTES) {
      yield [...batch.values()]
      batch = new Map()
      bytes = 0
    }
    batch.set(id, entry)
    bytes += entry.geometry.rings.length + (entry.geometry.weights?.length ?? 0)
  }
  if (batch.size > 0) yield [...batch.values()]
}

const MAX_ENTRIES = 200
const MAX_BYTES = 16 * 1024 * 1024
