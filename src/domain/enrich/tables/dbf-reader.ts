/** Attributes of a Shapefile: a dBASE table (dBASE III and IV, level 5), read row by row. */
import { PointsFault } from '../points-reader.ts'
import type { BytesReader } from './bytes-reader.ts'
import type { TableColumn, TableValue } from './table.ts'

export interface DbfReader {
  readonly columns: readonly TableColumn[]
  /** Returns the values of the next row; null after the last. */
  readonly next: () => readonly TableValue[] | 'deleted' | null
  readonly close: () => void
}

type Decoder = InstanceType<typeof TextDecoder>

const HEAD_BYTES = 32
const FIELD_BYTES = 32
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a

interface Field extends TableColumn {
  readonly kind: string
  readonly length: number
}

/** @param encoding as `.cpg` files name it; null for Latin-1, as GDAL reads such files */
export const openDbf = (bytes: BytesReader, encoding: string | null): DbfReader => {
  try {
    const head = bytes.take(HEAD_BYTES)
    if (head === null) throw new PointsFault(DAMAGED)
    const [rows, headBytes, rowBytes] = [head.readUInt32LE(4), head.readUInt16LE(8), head.readUInt16LE(10)]
    const decoder = decoderOf(encoding)
    const described = bytes.take(headBytes - HEAD_BYTES)
    if (described === null) throw new PointsFault(DAMAGED)
    const fields = fieldsOf(described, decoder)
    if (fields.reduce((sum, { length }) => sum + length, 1) > rowBytes) throw new PointsFault(DAMAGED)
    let read = 0
    const next = (): readonly TableValue[] | 'deleted' | null => {
      const row = read++ < rows ? bytes.take(rowBytes) : null
      if (row === null) return null
      if (row[0] === DELETED) return 'deleted'
      let at = 1
      return fields.map(({ kind, length }) => {
        const text = decoder.decode(row.subarray(at, at + length)).replace(/[\0 ]+$/, '')
        at += length
        return readField(kind, text)
      })
    }
    return { columns: fields, next, close: bytes.close }
  } catch (error) {
    bytes.close()
    throw error
  }
}

const DAMAGED = 'The .dbf of the Shapefile is damaged.'

const fieldsOf = (described: Buffer, decoder: Decoder): readonly Field[] => {
  const fields: Field[] = []
  for (
    let at = 0;
    at + FIELD_BYTES <= described.length && described[at] !== END_OF_FIELDS;
    at += FIELD_BYTES
  ) {
    const name = decoder.decode(described.subarray(at, at + 11)).replace(/\0.*$/s, '')
    const kind = String.fromCharCode(described[at + 11])
    const [length, decimals] = [described[at + 16], described[at + 17]]
    fields.push({ name, kind, length, type: typeOf(kind, length, decimals) })
  }
  return fields
}

/** An integer of up to 18 digits has 64 bits. */
const MAX_INTEGER_DIGITS = 18

const typeOf = (kind: string, length: number, decimals: number): TableColumn['type'] => {
  if (kind !== 'N' && kind !== 'F') return 'text'
  return kind === 'N' && decimals === 0 && length <= MAX_INTEGER_DIGITS ? 'integer' : 'real'
}

const readField = (kind: string, text: string): TableValue => {
  if (text.trim() === '') return null
  if (kind === 'N' || kind === 'F') return numberOf(text.trim())
  if (kind === 'L') return { T: true, Y: true, F: false, N: false }[text.toUpperCase()] ?? null
  return kind === 'D' ? text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : text
}

/** Stars fill a field whose number is missing or too long. */
const numberOf = (text: string): number | bigint | null => {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text)
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

const decoderOf = (encoding: string | null): Decoder => {
  const label = /^\d+$/.test(encoding ?? '')
    ? (CODE_PAGES[encoding ?? ''] ?? `windows-${encoding}`)
    : (encoding ?? 'latin1')
  try {
    return new TextDecoder(label.replace(/^(?:ANSI|CP) ?(\d)/i, 'windows-$1'))
  } catch (error) {
    throw new PointsFault(`The encoding "${encoding}" of the .dbf is unknown. Name it with --encoding.`, {
      cause: error,
    })
  }
}

/** Encodings of `.cpg` files that are only a number, as Esri writes them, and no Windows code page. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  '65001': 'utf-8',
  '88591': 'iso-8859-1',
  '88592': 'iso-8859-2',
  '88595': 'iso-8859-5',
  '88599': 'iso-8859-9',
  '885915': 'iso-8859-15',
}
