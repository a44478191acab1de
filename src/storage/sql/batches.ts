/** Groups entries, so that a batch shares its statements and still fits into memory. */
import type { BoundaryEntry, UnusableEntry } from '../../domain/catalog/ports.ts'

type Entry = BoundaryEntry | UnusableEntry

/** No batch has one boundary twice: an extract that repeats one would otherwise store it beside itself. */
export async function* batchesOf(entries: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[], undefined> {
  let batch = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of entries) {
    const id = 'unusable' in entry ? entry.unusable : entry.record.id
    if (batch.has(id) || batch.size >= MOST_ENTRIES || bytes >= MOST_BYTES) {
      yield [...batch.values()]
      batch = new Map()
      bytes = 0
    }
    batch.set(id, entry)
    if ('geometry' in entry) bytes += entry.geometry.rings.length + (entry.geometry.weights?.length ?? 0)
  }
  if (batch.size > 0) yield [...batch.values()]
}

const MOST_ENTRIES = 200
const MOST_BYTES = 16 * 1024 * 1024
