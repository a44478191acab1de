/** The error for a file that is refused because the store has newer data about the same places. */
import type { BoundaryRef } from '../boundary/boundary.ts'
import type { ImportStamp } from './ports.ts'

export class OlderDataError extends Error {
  override readonly name = 'OlderDataError'

  constructor(refused: ImportStamp, newer: Pick<ImportStamp, 'file' | 'dataTimestamp'>, place: BoundaryRef) {
    super(
      `${refused.file} has the map of ${refused.dataTimestamp}, and the catalog has newer data of the same places: ${place.name} (${place.id}) is from ${newer.file}, the map of ${newer.dataTimestamp}. The catalog stays as it was. With --allow-older, the older data replace the newer.`,
    )
  }
}
