/** Versions of a catalog in a folder and in a bucket: published, listed, compared, rolled back, and deleted when they are old. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { readPart } from '../../src/storage/published/file-parts.ts'
import { type Manifest, readManifest } from '../../src/storage/published/manifest.ts'
import { LOCK, MANIFEST, PARTS, type PublishedPlace, VERSIONS } from '../../src/storage/published/place.ts'
import { createKeyPair } from '../../src/storage/published/signing.ts'
import {
  endingAfter,
  fresh,
  importSquares,
  PLACES,
  publisherAt,
  squares,
  type TestPlace,
} from './published-world.ts'

const PUBLISH = { acceptsLosses: false }

const headOf = async (place: PublishedPlace, publicKeys: readonly string[] = []): Promise<Manifest> => {
  const found = await place.read(MANIFEST, { maxBytes: 1e7 })
  assert.ok(found !== null && found !== 'unchanged')
  return readManifest(found.bytes, publicKeys, place.name)
}

/** Reads every part that the manifest names, with its checksum. */
const requireComplete = async (place: PublishedPlace, manifest: Manifest): Promise<void> => {
  for (const file of manifest.files) for (const index of file.parts.keys()) await readPart(place, file, index)
}

for (const [name, open] of Object.entries(PLACES)) {
  describe(`versions in ${name}`, () => {
    let world: TestPlace
    let place: PublishedPlace
    let dataDir: string
    beforeEach(async () => {
      world = await open()
      place = world.place
      dataDir = fresh('data')
      await importSquares(dataDir, squares(40))
    })
    afterEach(() => world.close())

    test('the first one is complete, and listed as the current one', async () => {
      const publishing = publisherAt(place, { dataDir })
      const { published, diff, isNew } = await publishing.publish(PUBLISH)
      assert.match(published.version, /^1-[0-9a-f]{8}$/)
      assert.equal(published.boundaries, 40)
      assert.equal(diff, null)
      assert.ok(isNew)
      await requireComplete(place, await headOf(place))
      assert.deepEqual(await publishing.versions(), [published])
      assert.equal(await place.size(LOCK), null, 'the lock is given back')
    })

    test('the same catalog is published once', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      const again = await publishing.publish(PUBLISH)
      assert.equal(again.isNew, false)
      assert.equal(again.uploadedBytes, 0)
      assert.equal(again.published.sequence, 1)
    })

    test('publishing again puts back what the place lost', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      const [part] = await place.list(PARTS)
      await world.damage(part, null)
      await publishing.publish(PUBLISH)
      await requireComplete(place, await headOf(place))
    })

    test('a new version is compared with a damaged one only if losses are accepted', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      for (const part of await place.list(PARTS)) await world.damage(part, Buffer.from('damaged'))
      await importSquares(dataDir, squares(40, ' of today'))
      await assert.rejects(publishing.publish(PUBLISH), /cannot be compared with it.+--accept/s)
      const { diff } = await publishing.publish({ acceptsLosses: true })
      assert.equal(diff, null)
      await requireComplete(place, await headOf(place))
    })

    test('what is added, removed, moved and changed is told', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      const kept = squares(39).map((each) =>
        each.id === 'r5'
          ? { ...each, bbox: [60, 0, 61, 1] as const }
          : each.id === 'r6'
            ? { ...each, name: 'Renamed' }
            : each,
      )
      await importSquares(dataDir, [...kept, { id: 'r99', name: 'New', bbox: [99, 0, 100, 1] }])
      const { published, diff } = await publishing.publish(PUBLISH)
      assert.ok(diff !== null)
      assert.equal(diff.total, 40)
      assert.deepEqual(diff.added.examples, [{ id: 'r99', name: 'New' }])
      assert.deepEqual(diff.removed.examples, [{ id: 'r40', name: 'Square 40' }])
      assert.deepEqual(diff.moved.examples, [{ id: 'r5', name: 'Square 5' }])
      const [after, before] = await publishing.versions()
      assert.equal(after.version, published.version)
      assert.deepEqual(await publishing.diff(before.version, after.version), diff)
      const { removed, added } = await publishing.diff(after.version, before.version)
      assert.deepEqual([removed.examples, added.examples], [diff.added.examples, diff.removed.examples])
    })

    test('a version that lacks too much is refused, unless that is accepted', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      await importSquares(dataDir, squares(37))
      await assert.rejects(publishing.publish(PUBLISH), /3 would vanish and 0 would move; at most 5 % may/)
      assert.equal((await headOf(place)).sequence, 1)
      const { published } = await publishing.publish({ acceptsLosses: true })
      assert.equal(published.sequence, 2)
    })

    test('an earlier version is published again, under the next sequence', async () => {
      const publishing = publisherAt(place, { dataDir })
      const { published: first } = await publishing.publish(PUBLISH)
      await importSquares(dataDir, squares(40, ' of today'))
      await publishing.publish(PUBLISH)
      const back = await publishing.rollback(first.version, {})
      assert.equal(back.sequence, 3)
      assert.equal(back.rolledBackTo, first.version)
      assert.equal(back.version.split('-')[1], first.version.split('-')[1], 'the same files')
      await requireComplete(place, await headOf(place))
      await assert.rejects(publishing.rollback('9-00000000', {}), /has no version "9-00000000"\. It has 3-/)
      await assert.rejects(publishing.rollback('../../x', {}), /has no version/)
      await assert.rejects(publishing.rollback(back.version, {}), /is the current version already/)
    })

    test('a version whose part is gone is not published again', async () => {
      const publishing = publisherAt(place, { dataDir })
      const { published: first } = await publishing.publish(PUBLISH)
      const before = new Set(await place.list(PARTS))
      await importSquares(dataDir, squares(40, ' of today'))
      await publishing.publish(PUBLISH)
      await world.damage([...before][0], new Uint8Array(3))
      await assert.rejects(publishing.rollback(first.version, {}), /is missing or damaged/)
    })

    test('old versions are deleted, and with them what no other one has', async () => {
      const publishing = publisherAt(place, { dataDir, keep: 2 })
      for (const name of [' a', ' b', ' c', ' d']) {
        await importSquares(dataDir, squares(40, name))
        await publishing.publish(PUBLISH)
      }
      assert.deepEqual(
        (await publishing.versions()).map(({ sequence }) => sequence),
        [4, 3],
      )
      const manifest = await headOf(place)
      await requireComplete(place, manifest)
      assert.equal((await place.list(VERSIONS)).length, 2)
      assert.equal((await place.list(PARTS)).length, 4, 'a catalog and an index of each')
    })

    test('a damaged manifest is replaced, and what it protected is still compared', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      await world.damage(MANIFEST, Buffer.from('{"format":1'))
      await importSquares(dataDir, squares(20))
      await assert.rejects(publishing.publish(PUBLISH), /20 would vanish/)
      const { published } = await publishing.publish({ acceptsLosses: true })
      assert.equal(published.sequence, 2)
    })

    test('of two publishers, the second is told who has it', async () => {
      const other = fresh('data')
      await importSquares(other, squares(40, ' of another'))
      const [begun, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow: PublishedPlace = {
        ...place,
        write: async (key, bytes) => {
          begun.resolve()
          await refused.promise
          await place.write(key, bytes)
        },
      }
      const first = publisherAt(slow, { dataDir }).publish(PUBLISH)
      await begun.promise
      await assert.rejects(publisherAt(place, { dataDir: other }).publish(PUBLISH), {
        name: 'PublishError',
        message: /^Process \d+ on .+ publishes at the moment, since /,
      })
      refused.resolve()
      await first
      await requireComplete(place, await headOf(place))
    })

    test('the lock of a dead publisher is taken over', async () => {
      const ago = {
        id: 'x',
        by: 'Process 1 on elsewhere',
        since: '2026-01-01T00:00:00Z',
        renewed_at: '2026-01-01T00:00:00Z',
      }
      await world.damage(LOCK, Buffer.from(JSON.stringify(ago)))
      const { published } = await publisherAt(place, { dataDir }).publish(PUBLISH)
      assert.equal(published.sequence, 1)
    })

    test('a publisher that does not reach the place for a while stops before it changes anything more', async () => {
      let renewals = 0
      const silent: PublishedPlace = {
        ...place,
        writeIf: async (key, bytes, tag) => {
          // It takes the lock, and finds out whether conditions hold.
          if (key === LOCK && renewals++ > 1) return new Promise(() => {})
          return place.writeIf(key, bytes, tag)
        },
        write: async (key, bytes) => {
          await delay(400)
          await place.write(key, bytes)
        },
      }
      await assert.rejects(
        publisherAt(silent, { dataDir, lockTimes: { renewMs: 50, staleMs: 300 } }).publish(PUBLISH),
        /did not reach the place for a while/,
      )
      assert.equal(await place.size(MANIFEST), null)
    })

    test('a publisher whose manifest was replaced meanwhile fails', async () => {
      const publishing = publisherAt(place, { dataDir })
      await publishing.publish(PUBLISH)
      await importSquares(dataDir, squares(40, ' of today'))
      // As another publisher, while this one uploads.
      const slow: PublishedPlace = {
        ...place,
        write: async (key, bytes) => {
          await place.write(key, bytes)
          if (key.startsWith(VERSIONS)) await world.damage(MANIFEST, Buffer.from('another'))
        },
      }
      await assert.rejects(publisherAt(slow, { dataDir }).publish(PUBLISH), /Another publisher was quicker/)
    })

    test('a publisher killed between any two objects leaves the current version as it was', async () => {
      await publisherAt(place, { dataDir }).publish(PUBLISH)
      const first = await headOf(place)
      await importSquares(dataDir, squares(40, ' of today'))
      for (let writes = 0; ; writes++) {
        const result = await publisherAt(endingAfter(writes, place), { dataDir })
          .publish(PUBLISH)
          .catch((error: Error) => error)
        const current = await headOf(place)
        await requireComplete(place, current)
        if (!(result instanceof Error)) {
          assert.notEqual(current.version, first.version)
          assert.ok(writes >= 3, 'parts, the version and the manifest')
          return
        }
        assert.equal(current.version, first.version)
      }
    })

    test('a signature is required by those who have a public key; two are accepted', async () => {
      const [old, next, stranger] = [createKeyPair(), createKeyPair(), createKeyPair()]
      await publisherAt(place, { dataDir, signingKey: old.privateKey }).publish(PUBLISH)
      await headOf(place, [next.publicKey, old.publicKey])
      await assert.rejects(headOf(place, [stranger.publicKey]), { kind: 'unsigned' })
      const text = Buffer.from(
        ((await place.read(MANIFEST, { maxBytes: 1e7 })) as { bytes: Uint8Array }).bytes,
      ).toString()
      const forged = text.replace('"boundaries":40', '"boundaries":41')
      assert.throws(() => readManifest(Buffer.from(forged), [], 'place'), { kind: 'damaged' })
      const unsigned = { ...JSON.parse(text), signature: null }
      assert.throws(() => readManifest(Buffer.from(JSON.stringify(unsigned)), [old.publicKey], 'place'), {
        kind: 'unsigned',
      })
    })

    test('an unsigned version is not signed by rolling back to it', async () => {
      const { published } = await publisherAt(place, { dataDir }).publish(PUBLISH)
      await importSquares(dataDir, squares(40, ' of today'))
      const { privateKey: signingKey, publicKey } = createKeyPair()
      const signing = publisherAt(place, { dataDir, signingKey, publicKeys: [publicKey] })
      await signing.publish(PUBLISH)
      await assert.rejects(signing.rollback(published.version, {}), { kind: 'unsigned' })
    })
  })
}

test('a place that ignores conditions is refused', async () => {
  const { place } = await PLACES['a folder']()
  const dataDir = fresh('data')
  await importSquares(dataDir, squares(3))
  const careless: PublishedPlace = {
    ...place,
    writeIf: async (key, bytes) => {
      await place.write(key, bytes)
      return 'a tag'
    },
  }
  await assert.rejects(publisherAt(careless, { dataDir }).publish(PUBLISH), /ignores conditional writes/)
})

test('a machine without a catalog has nothing to publish', async () => {
  const { place } = await PLACES['a folder']()
  await assert.rejects(
    publisherAt(place).publish(PUBLISH),
    /There is no catalog in .+Run ".*metes import" first/,
  )
})
