/** Reads all records of the committed atlas. */
import { DatabaseSync } from 'node:sqlite'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'

export interface AtlasReader {
  readonly records: readonly BoundaryRecord[]
  /** By ISO 3166 code. */
  byCode(code: string): BoundaryRecord
  ringsOf(record: BoundaryRecord): Promise<Rings>
  close(): Promise<void>
}

/** @param directory that scripts/build-atlas.ts wrote to */
export const openAtlasReader = async (directory: string): Promise<AtlasReader> => {
  const { source, close } = await openBundledAtlas(directory, directory)
  const records = await source.records(idsIn(await unpackedAtlas(directory, directory)))
  const byCode = new Map(records.map((record) => [record.iso, record]))
  return {
    records,
    byCode: (code) => {
      const record = byCode.get(code)
      if (record === undefined) throw new Error(`The atlas has no ${code}.`)
      return record
    },
    ringsOf: async ({ id }) => {
      const geometry = await source.geometry(id)
      if (geometry === null) throw new Error(`The atlas has no polygon of ${id}.`)
      return decodeRings(geometry.rings)
    },
    close,
  }
}

/** In a fixed order. */
const idsIn = (path: string): readonly BoundaryId[] => {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    return file
      .prepare('select id from boundary order by id')
      .all()
      .map(({ id }) => String(id) as BoundaryId)
  } finally {
    file.close()
  }
}
