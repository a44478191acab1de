/** A place for versions of a catalog, and the catalogs of machines that publish there. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import type { Publishing } from '../../src/platform/publishing/ports.ts'
import { parseS3Url } from '../../src/storage/files/s3-url.ts'
import { bucketPlace } from '../../src/storage/published/bucket-place.ts'
import { folderPlace } from '../../src/storage/published/folder-place.ts'
import { MANIFEST, type PublishedPlace } from '../../src/storage/published/place.ts'
import { type PublisherSettings, publishingTo } from '../../src/storage/published/publishing.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { type S3Account, startS3Double } from '../doubles/s3.ts'
import { boundary } from '../support/boundary-entries.ts'

const ACCOUNT: S3Account = { accessKeyId: 'AKID', secretAccessKey: 'sec/ret+key', region: 'eu-west-9' }

const scratch = await mkdtemp(join(tmpdir(), 'metes-published-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
/** A path in the folder of the test, which is deleted at its end. */
export const fresh = (what: string): string => join(scratch, `${what}-${names++}`)

/** Short enough for tests, and long enough for a busy machine. */
const LOCK_TIMES = { renewMs: 100, staleMs: 2_000 }

export interface Square {
  readonly id: string
  readonly name: string
  readonly bbox?: BBox
}

/** The place for a publisher that ends, without a word to anybody, after it has written some objects. */
export const endingAfter = (objects: number, place: PublishedPlace): PublishedPlace => {
  let left = objects
  const write = async (): Promise<void> => {
    if (left-- === 0) throw new Error('killed')
  }
  return {
    ...place,
    write: async (key, bytes) => write().then(() => place.write(key, bytes)),
    writeIf: async (key, bytes, tag) => {
      if (key === MANIFEST) await write()
      return place.writeIf(key, bytes, tag)
    },
  }
}

/** Squares in a row, one degree each. */
export const squares = (count: number, suffix = ''): readonly Square[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index + 1}`,
    name: `Square ${index + 1}${suffix}`,
    bbox: [index, 0, index + 1, 1],
  }))

/** Imports the boundaries into the data directory, instead of those that it has. */
export const importSquares = async (dataDir: string, wanted: readonly Square[]): Promise<void> => {
  const storage = await openSqliteFiles(dataDir)
  try {
    const entries = async function* () {
      imports++
      for (const fields of wanted) yield boundary({ ...fields, country: 'XX', source: { version: imports } })
    }
    await storage.boundaries.replace(entries(), {
      origin: 'extract',
      coveredCountries: ['XX'],
      import: { file: 'squares.osm.pbf', importedAt: '2026-01-01T00:00:00Z', dataTimestamp: null },
    })
  } finally {
    await storage.close()
  }
}

let imports = 0

export const publisherAt = (place: PublishedPlace, settings: Partial<PublisherSettings> = {}): Publishing =>
  publishingTo(place, {
    dataDir: fresh('data'),
    keep: 10,
    version: '0.0.0',
    clock: systemClock,
    signingKey: null,
    publicKeys: [],
    lockTimes: LOCK_TIMES,
    ...settings,
  })

export interface TestPlace {
  readonly place: PublishedPlace
  /** Replaces an object, whatever the protocol says; null deletes it. */
  readonly damage: (key: string, bytes: Uint8Array | null) => Promise<void>
  readonly close: () => Promise<void>
}

export const PLACES: Readonly<Record<string, () => Promise<TestPlace>>> = {
  'a folder': async () => {
    const place = folderPlace(fresh('place'))
    return {
      place,
      damage: (key, bytes) => (bytes === null ? place.remove(key) : place.write(key, bytes)),
      close: async () => {},
    }
  },
  'a bucket': async () => {
    const double = await startS3Double(ACCOUNT, Date.now)
    const url = `s3://AKID:sec%2Fret%2Bkey@${double.host}/bucket/catalog?region=eu-west-9&protocol=http`
    const bucket = parseS3Url(url, { credentials: null, region: null })
    const place = bucketPlace(bucket, systemClock, { timeoutMs: 2_000, retryDelaysMs: [1] })
    return {
      place,
      damage: (key, bytes) => (bytes === null ? place.remove(key) : place.write(key, bytes)),
      close: double.close,
    }
  },
}
