/** Writes a collection in a thread, which has the state of the file from its first feature to its last. */
import { defineWork, type Exchange, type Failure } from '../../compute/work.ts'
import { isStorageFull, StorageFullError } from '../../util/storage-full.ts'
import { BeyondFormat } from '../formats/writer.ts'
import { type CollectionTask, createCollectionFile, type WrittenCollection } from './collection-file.ts'
import { batchBuffers, type PackedBatch, unpackBatch } from './packed-batch.ts'

const write = async (
  task: CollectionTask,
  { input }: Exchange<PackedBatch, never>,
): Promise<WrittenCollection> => {
  const file = createCollectionFile(task)
  for await (const batch of input) file.add(unpackBatch(batch))
  return file.end()
}

/** Recreates the error that the thread reported. */
const errorOf = ({ name, message, code }: Failure): Error => {
  if (name === 'BeyondFormat') return new BeyondFormat(message)
  const error = Object.assign(new Error(message), { name, code })
  // Threads do not pass on the numeric code of SQLite's errors.
  return isStorageFull(error) || /disk is full/.test(message)
    ? new StorageFullError(`The disk for temporary files is full: ${message}.`)
    : error
}

export const collectionWork = defineWork({
  module: import.meta.url,
  name: 'collectionWork',
  run: write,
  movedFromInput: batchBuffers,
  errorOf,
})
