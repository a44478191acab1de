/** A node that follows a published catalog: it fetches what it lacks, and keeps the last good version whatever happens to the place. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Publishing } from '../../src/platform/publishing/ports.ts'
import { createFollower, type Follower } from '../../src/storage/published/follow.ts'
import { MANIFEST, PARTS, PlaceUnreachable, type PublishedPlace } from '../../src/storage/published/place.ts'
import { SERVED_FOLDER } from '../../src/storage/published/served-state.ts'
import { createKeyPair } from '../../src/storage/published/signing.ts'
import { openAtlasFile } from '../../src/storage/sql/open-storage.ts'
import { systemClock } from '../../src/util/clock.ts'
import { fresh, importSquares, PLACES, publisherAt, squares, type TestPlace } from './published-world.ts'

const PUBLISH = { acceptsLosses: true }
const NEVER = new AbortController().signal

for (const [name, open] of Object.entries(PLACES)) {
  describe(`a node that follows ${name}`, () => {
    let world: TestPlace
    let place: PublishedPlace
    /** Of the publisher. */
    let source: string
    let publishing: Publishing
    let node: string
    let follower: Follower
    beforeEach(async () => {
      world = await open()
      place = world.place
      source = fresh('source')
      publishing = publisherAt(place, { dataDir: source })
      node = fresh('node')
      follower = followerOf(place)
    })
    afterEach(() => world.close())

    const followerOf = (
      from: Pick<PublishedPlace, 'name' | 'read'>,
      publicKeys: readonly string[] = [],
    ): Follower =>
      createFollower(from, { dataDir: node, publicKeys, clock: systemClock, takesCoasts: async () => true })
    const look = (by = follower) => by.look(NEVER)
    const publish = async (suffix: string): Promise<string> => {
      await importSquares(source, squares(10, suffix))
      return (await publishing.publish(PUBLISH)).published.version
    }
    /** The name of the first square as the node would answer. */
    const answer = async (): Promise<string | undefined> => {
      const { state } = await look(followerOf({ name: 'nowhere', read: async () => 'unchanged' }))
      const { source: opened, close } = await openAtlasFile(join(node, SERVED_FOLDER, state.served!.file))
      const [record] = await opened.records(['r1' as BoundaryId])
      await close()
      return record?.name
    }

    test('fetches the first version, then each new one, and nothing twice', async () => {
      const first = await publish(' a')
      const fetched = await look()
      assert.equal(fetched.state.served?.version, first)
      assert.ok(fetched.isNew && fetched.fetchedBytes > 0)
      assert.deepEqual(await look(), { ...fetched, isNew: false, fetchedBytes: 0 })
      assert.equal(await answer(), 'Square 1 a')
      await publish(' b')
      assert.ok((await look()).isNew)
      assert.equal(await answer(), 'Square 1 b')
    })

    test('goes back without fetching, because it keeps the file before', async () => {
      const first = await publish(' a')
      await look()
      await publish(' b')
      await look()
      await publishing.rollback(first, {})
      const { isNew, fetchedBytes } = await look()
      assert.deepEqual({ isNew, fetchedBytes }, { isNew: true, fetchedBytes: 0 })
      assert.equal(await answer(), 'Square 1 a')
    })

    test('keeps two files, however many versions there were', async () => {
      for (const suffix of [' a', ' b', ' c', ' d']) {
        await publish(suffix)
        await look()
      }
      const files = await readdir(join(node, SERVED_FOLDER))
      assert.equal(files.filter((file) => file.endsWith('.db')).length, 2)
      assert.equal(files.length, 3, 'and the state')
    })

    test('is told that nothing was published yet', async () => {
      await world.damage('readme.txt', Buffer.from('The place is there.'))
      const { state } = await look()
      assert.equal(state.fault?.kind, 'empty')
      const version = await publish(' a')
      const { state: then } = await look()
      assert.deepEqual([then.served?.version, then.fault], [version, null])
    })

    test('keeps the last good version while a part of the new one is missing or damaged, and takes it when it is whole', async () => {
      const first = await publish(' a')
      await look()
      const before = new Set(await place.list(PARTS))
      const second = await publish(' b')
      const fresh = (await place.list(PARTS)).filter((key) => !before.has(key))
      const whole = new Map<string, Uint8Array>()
      for (const key of fresh) {
        const found = await place.read(key, { maxBytes: 1e8 })
        assert.ok(found !== null && found !== 'unchanged')
        whole.set(key, found.bytes)
      }
      for (const damage of [null, new Uint8Array(0), 'half', 'longer', 'flipped'] as const) {
        for (const key of fresh) await world.damage(key, damaged(whole.get(key)!, damage))
        const { state } = await look()
        assert.equal(state.served?.version, first)
        assert.equal(state.fault?.kind, 'damaged', String(damage))
        assert.equal(await answer(), 'Square 1 a')
      }
      for (const [key, bytes] of whole) await world.damage(key, bytes)
      const { state } = await look()
      assert.deepEqual([state.served?.version, state.fault], [second, null])
      assert.equal(await answer(), 'Square 1 b')
    })

    test('keeps the last good version while the manifest is damaged, missing or too large', async () => {
      const first = await publish(' a')
      await look()
      for (const [bytes, kind] of [
        [Buffer.from('{'), 'damaged'],
        [Buffer.from('null'), 'damaged'],
        [Buffer.alloc(9 * 1024 * 1024), 'damaged'],
        [Buffer.from('{"format":2,"metes":"9.0.0"}'), 'newer_format'],
        [null, 'empty'],
      ] as const) {
        await world.damage(MANIFEST, bytes)
        const { state } = await look()
        assert.equal(state.served?.version, first)
        assert.equal(state.fault?.kind, kind)
      }
    })

    test('refuses a manifest with a lower sequence than it serves', async () => {
      await publish(' a')
      const old = await place.read(MANIFEST, { maxBytes: 1e7 })
      assert.ok(old !== null && old !== 'unchanged')
      const second = await publish(' b')
      await look()
      await world.damage(MANIFEST, old.bytes)
      const { state } = await look()
      assert.deepEqual([state.served?.version, state.fault?.kind], [second, 'older'])
      assert.match(state.fault?.details ?? '', /this node serves 2-.+, which is newer/)
    })

    test('requires the signature of a key that it has', async () => {
      const [ours, stranger] = [createKeyPair(), createKeyPair()]
      publishing = publisherAt(place, { dataDir: source, signingKey: stranger.privateKey })
      await publish(' a')
      const strict = followerOf(place, [ours.publicKey])
      const { state } = await look(strict)
      assert.deepEqual([state.served, state.fault?.kind], [null, 'unsigned'])
      publishing = publisherAt(place, { dataDir: source, signingKey: ours.privateKey })
      const version = await publish(' b')
      assert.equal((await look(strict)).state.served?.version, version)
    })

    test('goes on while the place is away, and says since when', async () => {
      const version = await publish(' a')
      await look()
      const away = followerOf({
        name: place.name,
        read: async () => {
          throw new PlaceUnreachable('the place does not answer')
        },
      })
      const { state } = await look(away)
      assert.deepEqual([state.served?.version, state.fault?.kind], [version, 'unreachable'])
      assert.equal((await look(away)).state.fault?.since, state.fault?.since)
      assert.equal((await look()).state.fault, null)
    })

    test('that was killed while it fetched goes on where it was', async () => {
      const version = await publish(' a')
      let reads = 0
      const dying = followerOf({
        name: place.name,
        read: async (key, options) => {
          if (key.startsWith(PARTS) && reads++ === 0) throw new Error('killed')
          return place.read(key, options)
        },
      })
      await assert.rejects(look(dying), /killed/)
      assert.equal((await look()).state.served?.version, version)
      assert.equal(await answer(), 'Square 1 a')
    })

    test('fetches again what was lost on this machine', async () => {
      const version = await publish(' a')
      const { state } = await look()
      await rm(join(node, SERVED_FOLDER, state.served!.file))
      const again = await look()
      assert.ok(again.isNew && again.fetchedBytes > 0)
      assert.equal(again.state.served?.version, version)
    })

    test('has the coasts of the version, and no others', async () => {
      const coast = 'coast-land-12ab.tiles'
      await importSquares(source, squares(10, ' a'))
      await writeFile(join(source, coast), 'a coast')
      await publishing.publish(PUBLISH)
      await look()
      assert.ok(existsSync(join(node, coast)))
      await rm(join(source, coast))
      await publish(' b')
      await look()
      assert.ok(!existsSync(join(node, coast)))
    })
  })
}

const damaged = (
  bytes: Uint8Array,
  how: null | Uint8Array | 'half' | 'longer' | 'flipped',
): Uint8Array | null => {
  if (how === null || how instanceof Uint8Array) return how
  if (how === 'half') return bytes.subarray(0, bytes.length >> 1)
  if (how === 'longer') return Buffer.concat([bytes, Buffer.from('x')])
  const flipped = Uint8Array.from(bytes)
  flipped[flipped.length >> 1] ^= 1
  return flipped
}
