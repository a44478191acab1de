/** Answers that name a file: with `--output` the file itself is wanted, and it must be what the answer says. */
import { createHash } from 'node:crypto'
import { CommandFailure } from './exit.ts'
import type { OpenFile } from './host.ts'

export interface NamedFile {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
}

/** An answer that names a file is short: longer ones need not be read for it. */
const MOST_BYTES = 16 * 1024

/** Null for an answer that is what was asked for itself. */
export const namedFile = (answer: Uint8Array): NamedFile | null => {
  if (answer.length > MOST_BYTES) return null
  const { url, bytes, sha256 }: Partial<NamedFile> = JSON.parse(new TextDecoder().decode(answer)) ?? {}
  return typeof url === 'string' && typeof bytes === 'number' && typeof sha256 === 'string'
    ? { url, bytes, sha256 }
    : null
}

/** The content in pieces. Fails at its end, or as soon as it is too long, when it is another than the answer says. */
export async function* contentOf(
  file: NamedFile,
  openFile: OpenFile,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  for await (const piece of await openFile(file.url, signal)) {
    length += piece.length
    if (length > file.bytes) throw damaged(file, `it has more than ${file.bytes} bytes`)
    hash.update(piece)
    yield piece
  }
  if (length < file.bytes) throw damaged(file, `it ends after ${length} of ${file.bytes} bytes`)
  if (hash.digest('hex') !== file.sha256) throw damaged(file, 'its SHA-256 is another')
}

const damaged = ({ url }: NamedFile, how: string): CommandFailure =>
  new CommandFailure(`The file at ${url} is not the one that was exported: ${how}. Nothing was written.`)
