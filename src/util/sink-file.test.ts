import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Scratch } from './scratch-files.ts'
import { sha256 } from './sha256.ts'
import { SinkFile } from './sink-file.ts'

const bytesOf = (length: number, seed: number): Uint8Array =>
  new Uint8Array(length).map((_, index) => (index * 31 + seed) & 0xff)

const SETS = [
  { name: 'before pieces', order: ['file', 'small', 'large'] },
  { name: 'between pieces', order: ['small', 'file', 'large'] },
  { name: 'after pieces', order: ['large', 'small', 'file'] },
  { name: 'twice', order: ['file', 'file'] },
] as const

for (const { name, order } of SETS)
  test(`the file has all bytes in their order and their hash, with a file moved in ${name}`, () => {
    const scratch = new Scratch()
    try {
      const sink = new SinkFile(scratch.path())
      const contents = order.map((what, index) => {
        const bytes = bytesOf(what === 'small' ? 1_000 : 1_500_000, index)
        if (what === 'file') {
          const path = scratch.path()
          writeFileSync(path, bytes, { mode: 0o644 })
          sink.moveIn(path)
        } else sink.write(bytes)
        return bytes
      })
      const whole = Buffer.concat(contents)
      const { path, size, sha256: hash } = sink.close()
      assert.equal(Buffer.compare(readFileSync(path), whole), 0)
      assert.deepEqual([size, hash], [whole.length, sha256(whole)])
      assert.equal(statSync(path).mode & 0o777, 0o600)
    } finally {
      scratch.remove()
    }
  })

test('a file that is moved in first is not copied', () => {
  const scratch = new Scratch()
  try {
    const moved = scratch.path()
    writeFileSync(moved, bytesOf(10, 1))
    const { ino } = statSync(moved)
    const sink = new SinkFile(scratch.path())
    sink.moveIn(moved)
    assert.equal(existsSync(moved), false)
    assert.equal(statSync(sink.close().path).ino, ino)
  } finally {
    scratch.remove()
  }
})
