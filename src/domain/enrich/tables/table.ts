/** Port for files that are tables of points: their rows become features, one on each line. */

export interface TableColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'real'
}

export type TableValue = string | number | bigint | boolean | null | readonly unknown[] | object

export interface TableRow {
  /** By column. */
  readonly values: readonly TableValue[]
  /** Null if it has no point. */
  readonly point: readonly [lon: number, lat: number] | null
}

export interface PointTable {
  readonly columns: readonly TableColumn[]
  /** True if the position is in two of the columns, not in a geometry. */
  readonly hasPositionColumns: boolean
  /** Read once, in order. */
  readonly rows: Iterable<TableRow> | AsyncIterable<TableRow>
  readonly close: () => void
}

/** Yields features. Integers that are not exact as numbers of JSON become texts (RFC 8259 §6). */
export async function* linesOfTable({ columns, rows }: PointTable): AsyncGenerator<Uint8Array> {
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  let lines: string[] = []
  for await (const { values, point } of rows) {
    const properties = keys.map((key, i) => key + jsonOf(values[i])).join(',')
    const geometry =
      point === null ? 'null' : `{"type":"Point","coordinates":[${jsonOf(point[0])},${jsonOf(point[1])}]}`
    lines.push(`{"type":"Feature","properties":{${properties}},"geometry":${geometry}}\n`)
    if (lines.length < LINES_A_PIECE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

const LINES_A_PIECE = 1_000

const jsonOf = (value: TableValue): string =>
  // A missing value may be undefined.
  JSON.stringify(value ?? null, (_, each) => {
    if (typeof each === 'bigint') return exactOrText(each)
    return each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each
  })

const exactOrText = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
