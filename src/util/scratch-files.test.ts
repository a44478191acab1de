import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../test/cases.ts'
import { Scratch } from './scratch-files.ts'

const bytesOf = (length: number, seed: number): Uint8Array =>
  new Uint8Array(length).map((_, index) => (index * 31 + seed) & 0xff)

test('a file reads back what was appended, in memory and on disk', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 1, 4_095, 300_000, 8_388_608, 9_000_000), { maxLength: 6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lengths, share) => {
        const scratch = new Scratch()
        try {
          const file = scratch.file()
          const pieces = lengths.map(bytesOf)
          for (const piece of pieces) file.append(piece)
          const whole = Buffer.concat(pieces)
          assert.equal(file.size, whole.length)
          assert.equal(
            Buffer.compare(Buffer.concat(Array.from(file.pieces(), (piece) => piece.slice())), whole),
            0,
          )
          const start = Math.floor(share * whole.length)
          const length = Math.floor((whole.length - start) * share)
          assert.equal(Buffer.compare(file.read(start, length), whole.subarray(start, start + length)), 0)
          assert.throws(() => file.read(start, whole.length - start + 1), RangeError)
        } finally {
          scratch.remove()
        }
      },
    ),
    { numRuns: casesOf('scratch files') },
  )
})

test('small files never reach the disk; large ones are private and deleted together', () => {
  const parent = mkdtempSync(join(tmpdir(), 'metes-scratch-test-'))
  try {
    const scratch = new Scratch(parent)
    scratch.file().append(bytesOf(8_000_000, 1))
    assert.deepEqual(readdirSync(parent), [])
    const large = scratch.file()
    large.append(bytesOf(9_000_000, 1))
    const [directory] = readdirSync(parent)
    const [name] = readdirSync(join(parent, directory))
    assert.equal(statSync(join(parent, directory, name)).mode & 0o777, 0o600)
    assert.equal(statSync(join(parent, directory)).mode & 0o777, 0o700)
    scratch.remove()
    scratch.remove()
    assert.ok(!existsSync(join(parent, directory)))
  } finally {
    rmSync(parent, { recursive: true })
  }
})

test('closed files leave the directory as it is, and nothing of them is in the next ones', () => {
  const parent = mkdtempSync(join(tmpdir(), 'metes-scratch-test-'))
  try {
    const scratch = new Scratch(parent)
    const kept = scratch.path()
    writeFileSync(kept, 'finished')
    const [small, large] = [scratch.file(), scratch.file()]
    small.append(bytesOf(100_000, 1))
    large.append(bytesOf(9_000_000, 1))
    const open = openFiles()
    scratch.closeFiles()
    assert.equal(openFiles(), open - 1)
    assert.equal(readFileSync(kept, 'utf8'), 'finished')
    const next = [scratch.file(), scratch.file()]
    for (const [seed, file] of next.entries()) file.append(bytesOf(50_000, seed))
    for (const [seed, file] of next.entries()) {
      assert.equal(Buffer.compare(file.read(0, file.size), bytesOf(50_000, seed)), 0)
      assert.throws(() => file.read(0, 50_001), RangeError)
    }
    scratch.remove()
    assert.deepEqual(readdirSync(parent), [])
  } finally {
    rmSync(parent, { recursive: true })
  }
})

const openFiles = (): number => readdirSync('/proc/self/fd').length
