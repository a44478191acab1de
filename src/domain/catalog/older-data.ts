/** Error for a file that is refused because the store has newer data about the same places. */
import type { BoundaryRef } from '../boundary/boundary.ts'
import type { ImportStamp } from './ports.ts'

export class OlderDataError extends Error {
  override readonly name = 'OlderDataError'

  constructor(refused: ImportStamp, newer: Pick<ImportStamp, 'file' | 'dataTimestamp'>, place: BoundaryRef) {
    super(
      `${refused.file} has map data of ${refused.dataTimestamp}, but the catalog has newer data for the same places: ${place.name} (${place.id}) is from ${newer.file}, map data of ${newer.dataTimestamp}. The catalog is unchanged. Use --allow-older to replace the newer data.`,
    )
  }
}
