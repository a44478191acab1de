/** Where a writer of Parquet puts its bytes: it passes them on after each row group, and at the end. */
import { ByteWriter as ParquetBytes } from 'hyparquet-writer'

export class SinkBytes extends ParquetBytes {
  readonly #write: (bytes: Uint8Array) => void

  constructor(write: (bytes: Uint8Array) => void) {
    super()
    this.#write = write
  }

  flush(): void {
    this.#write(this.getBytes().slice())
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }
}
