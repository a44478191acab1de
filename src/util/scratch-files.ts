/**
 * Temporary files of one piece of work, which are deleted together. Synchronous, because file writers run in their own
 * threads. Small files stay in memory.
 */
import { closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRIVATE_FILE } from './file-modes.ts'
import { makeScratchFolder } from './scratch-folders.ts'

/** A file that exceeds this is moved to disk. */
const MAX_MEMORY_BYTES = 8 * 1024 * 1024
const FIRST_BYTES = 4096
/** Large, because the system provides memory only when it is written to: copying costs more than unused room. */
const GROWTH = 8
const COPY_BYTES = 256 * 1024

export class Scratch {
  readonly #parent: string
  readonly #files: ScratchFile[] = []
  #directory: string | null = null
  #names = 0

  /** @param parent directory of the temporary files; must exist */
  constructor(parent: string = tmpdir()) {
    this.#parent = parent
  }

  /** Returns a path that no other file has, for a program that writes files itself. */
  path(): string {
    return join(this.directory(), String(this.#names++))
  }

  /** Returns the directory that `remove` deletes, with all other files in it. */
  directory(): string {
    this.#directory ??= makeScratchFolder(this.#parent)
    return this.#directory
  }

  file(): ScratchFile {
    const file = new ScratchFile(() => this.path())
    this.#files.push(file)
    return file
  }

  /**
   * Closes the files of `file`, whose views must no longer be in use: their memory serves the next files. Other files in the
   * directory stay.
   */
  closeFiles(): void {
    for (const file of this.#files.splice(0)) file.close({ keepMemory: true })
  }

  /** Deletes all files; safe to call again. */
  remove(): void {
    for (const file of this.#files.splice(0)) file.close()
    if (this.#directory !== null) rmSync(this.#directory, { recursive: true, force: true })
    this.#directory = null
  }
}

/** A temporary file: bytes are appended, and read from anywhere. */
export class ScratchFile {
  readonly #pathOf: () => string
  #memory = new Uint8Array(FIRST_BYTES)
  /** Used bytes of `#memory`; those on disk come before them. */
  #inMemory = 0
  #onDisk = 0
  #handle: number | null = null

  constructor(pathOf: () => string) {
    this.#pathOf = pathOf
  }

  get size(): number {
    return this.#onDisk + this.#inMemory
  }

  append(bytes: Uint8Array): void {
    if (this.#inMemory + bytes.length > MAX_MEMORY_BYTES) this.#spill()
    if (bytes.length > MAX_MEMORY_BYTES) {
      this.#write(bytes)
      return
    }
    if (this.#inMemory + bytes.length > this.#memory.length) this.#grow(this.#inMemory + bytes.length)
    this.#memory.set(bytes, this.#inMemory)
    this.#inMemory += bytes.length
  }

  /**
   * Returns the `length` bytes at `start`, without a copy if they are in memory: nothing may be appended while they are
   * used. @throws RangeError beyond the end
   */
  view(start: number, length: number): Uint8Array {
    const first = start - this.#onDisk
    if (first < 0 || first + length > this.#inMemory) return this.read(start, length)
    return this.#memory.subarray(first, first + length)
  }

  /** Returns a copy of `length` bytes at `start`. @throws RangeError beyond the end */
  read(start: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    this.readInto(bytes, start)
    return bytes
  }

  /** Fills `bytes` with those at `start`. @throws RangeError beyond the end */
  readInto(bytes: Uint8Array, start: number): void {
    const { length } = bytes
    if (start + length > this.size) throw new RangeError('The bytes are beyond the end of the file.')
    const fromDisk = Math.max(0, Math.min(length, this.#onDisk - start))
    if (this.#handle !== null) readFully(this.#handle, bytes.subarray(0, fromDisk), start)
    const first = start + fromDisk - this.#onDisk
    bytes.set(this.#memory.subarray(first, first + length - fromDisk), fromDisk)
  }

  /** Yields all bytes in order, in pieces; each is valid until the next is requested. */
  *pieces(): Generator<Uint8Array> {
    const room = new Uint8Array(Math.min(COPY_BYTES, this.size))
    for (let at = 0; at < this.size; at += COPY_BYTES) {
      const piece = room.subarray(0, Math.min(COPY_BYTES, this.size - at))
      this.readInto(piece, at)
      yield piece
    }
  }

  close({ keepMemory = false } = {}): void {
    if (this.#handle !== null) closeSync(this.#handle)
    this.#handle = null
    if (keepMemory && this.#memory.length > (spare?.length ?? FIRST_BYTES)) spare = this.#memory
    this.#memory = new Uint8Array(0)
    this.#onDisk = 0
    this.#inMemory = 0
  }

  #grow(needed: number): void {
    const room = Math.min(GROWTH * this.#memory.length, MAX_MEMORY_BYTES)
    const grown = takeSpare(needed) ?? new Uint8Array(Math.max(room, needed))
    grown.set(this.#memory.subarray(0, this.#inMemory))
    this.#memory = grown
  }

  #spill(): void {
    this.#write(this.#memory.subarray(0, this.#inMemory))
    this.#inMemory = 0
  }

  #write(bytes: Uint8Array): void {
    this.#handle ??= openSync(this.#pathOf(), 'wx+', PRIVATE_FILE)
    writeFully(this.#handle, bytes, this.#onDisk)
    this.#onDisk += bytes.length
  }
}

/**
 * The largest memory of the closed files, for the next one: the system takes longer to provide memory than we take to fill
 * it.
 */
let spare: Uint8Array<ArrayBuffer> | null = null

const takeSpare = (bytes: number): Uint8Array<ArrayBuffer> | null => {
  if (spare === null || spare.length < bytes) return null
  const taken = spare
  spare = null
  return taken
}

/** Writes all bytes at a position. @throws the system's error, `ENOSPC` if the disk is full */
export const writeFully = (handle: number, bytes: Uint8Array, position: number): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, position + at)
}

const readFully = (handle: number, target: Uint8Array, position: number): void => {
  for (let at = 0; at < target.length; ) {
    const count = readSync(handle, target, at, target.length - at, position + at)
    if (count === 0) throw new Error('A temporary file is shorter than what was written to it.')
    at += count
  }
}

/** Yields the content of a finished file in pieces; each is valid until the next is requested. */
export function* filePieces(path: string): Generator<Uint8Array> {
  const { size } = statSync(path)
  const handle = openSync(path, 'r')
  const room = new Uint8Array(Math.min(COPY_BYTES, size))
  try {
    for (let at = 0; at < size; at += COPY_BYTES) {
      const piece = room.subarray(0, Math.min(COPY_BYTES, size - at))
      readFully(handle, piece, at)
      yield piece
    }
  } finally {
    closeSync(handle)
  }
}
