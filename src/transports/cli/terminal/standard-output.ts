/** Writes files to standard output, which `--output -` names. */
import { once } from 'node:events'
import { UsageError } from '../exit-codes.ts'
import type { CliIo, OutputStream } from '../host.ts'
import { terminalJson } from './terminal-text.ts'

/** The value of `--output` for standard output. */
export const STDOUT = '-'

/** Prints the answer of a command for programs. */
export const writeJson = (value: unknown, { stdout }: CliIo): void => {
  stdout.write(`${terminalJson(JSON.stringify(value))}\n`)
}

/** Waits where the reader is slower. The bytes may be used again once it has returned. */
export const writeToStream = async (
  stream: OutputStream,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> => {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    const isFull = stream.write(Uint8Array.from(piece)) === false
    if (isFull && 'once' in stream) await once(stream as unknown as NodeJS.EventEmitter, 'drain')
  }
  return length
}

/** Bytes that are not text would garble a terminal. @param title the format in words */
export const refuseTerminal = (title: string, { stdout }: CliIo): void => {
  if (stdout.isTTY !== true) return
  const subject = `${title.charAt(0).toUpperCase()}${title.slice(1)}`
  throw new UsageError(`${subject} is not text. Name a file with --output, or send standard output to one.`)
}
