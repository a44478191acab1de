/**
 * A file in memory of which only the pages that are used are read: a command that asks for one name reads 20 pages of a thousand
 * (`bench/start.ts`).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface FilePages {
  /** The whole file, with zeros where nothing was read. */
  readonly bytes: ArrayBuffer
  /** Reads elements of a view of `bytes` before they are used: from `start`, without `end`. */
  readonly read: (view: ElementsView, start: number, end: number) => void
}

interface ElementsView {
  readonly BYTES_PER_ELEMENT: number
  readonly byteOffset: number
}

const PAGE_BYTES = 16_384

/** The file stays open while its bytes are in use, so that a newer edition may replace it. */
export const openPages = (path: string): FilePages => {
  const file = openSync(path, 'r')
  const bytes = new ArrayBuffer(fstatSync(file).size)
  fileOf.register(bytes, file)
  const isRead = new Uint8Array(Math.ceil(bytes.byteLength / PAGE_BYTES))
  const readPage = (page: number): void => {
    const at = page * PAGE_BYTES
    const length = Math.min(PAGE_BYTES, bytes.byteLength - at)
    const found = readSync(file, new Uint8Array(bytes, at, length), 0, length, at)
    if (found < length) throw new Error(`${path} ends at byte ${at + found}: it is damaged.`)
    isRead[page] = 1
  }
  return {
    bytes,
    read: ({ BYTES_PER_ELEMENT, byteOffset }, start, end) => {
      const last = Math.ceil((byteOffset + end * BYTES_PER_ELEMENT) / PAGE_BYTES)
      let page = Math.floor((byteOffset + start * BYTES_PER_ELEMENT) / PAGE_BYTES)
      for (; page < last; page++) if (isRead[page] === 0) readPage(page)
    },
  }
}

const fileOf = new FinalizationRegistry<number>(closeSync)

/** Bytes that are in memory already. */
export const pagesOf = (bytes: ArrayBuffer): FilePages => ({ bytes, read: () => {} })
