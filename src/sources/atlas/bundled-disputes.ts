/** Reads the disputes of the bundled atlas, which scripts/build-atlas.ts writes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadDisputes } from '../../domain/catalog/disputes.ts'
import type { BBox } from '../../domain/geometry/rings.ts'

interface WrittenDispute {
  readonly area: string
  readonly claimants: readonly string[]
  readonly administered_by: readonly string[]
  readonly condominium?: true
  readonly source: string
  readonly bbox: BBox
  /** Stored polygon in base64. */
  readonly land: string
}

export const bundledDisputes =
  (directory: string): ReadDisputes =>
  async () => {
    const written: readonly WrittenDispute[] = JSON.parse(
      await readFile(join(directory, 'disputed.json'), 'utf8'),
    )
    return written.map(({ administered_by, condominium = false, land, ...dispute }) => ({
      ...dispute,
      administeredBy: administered_by,
      isCondominium: condominium,
      land: Buffer.from(land, 'base64'),
    }))
  }
