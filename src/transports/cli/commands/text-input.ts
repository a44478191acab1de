/** Texts that commands read a piece at a time, from a file or from standard input. */
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { METES } from '../../../util/command-name.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliIo } from '../host.ts'

/** @param file a path, or `-` for standard input */
export const textInput = (file: string, io: CliIo): AsyncGenerator<Uint8Array | string> =>
  untilInterrupted(file === '-' ? io.stdin : inputBytes(file), io.signal)

const CHUNK_BYTES = 256 * 1024

/** A piece is there until the next one is asked for, so that all are read into one buffer. */
async function* inputBytes(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const buffer = new Uint8Array(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await handle.read(buffer).catch((error: Error) => {
        throw Object.assign(error, { path: file })
      })
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Standard input may never end: an interrupted wait is left, and everything else is closed. */
async function* untilInterrupted<T>(input: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const pieces = input[Symbol.asyncIterator]()
  let isWaiting = false
  try {
    for (;;) {
      isWaiting = true
      const { value, done } = await interruptible(signal, pieces.next())
      isWaiting = false
      if (done === true) return
      yield value
    }
  } finally {
    if (!isWaiting) await pieces.return?.()
  }
}

/** Returns what to do with a file that people have, and that is not read: a sentence with a space after it, or two; null for all others. */
export const adviceOnFile = (file: string, piped: string): string | null => {
  switch (extname(file).toLowerCase()) {
    case '.xlsx':
    case '.xls':
      return 'Save an Excel file as "CSV UTF-8" first. '
    case '.ods':
      return 'Save a spreadsheet as CSV first. '
    case '.zip':
      return 'Unpack it first. '
    case '.gz':
      return `Unpack it first, or pipe it: gunzip -c FILE | ${METES} ${piped}. `
    default:
      return null
  }
}

/** Reads the name of an encoding. */
export const encodingOf = (label: string): string => {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new InvalidArgumentError('Name it as browsers do, such as windows-1252, iso-8859-15 or utf-16le.')
  }
}
