/** Rejected rows of `metes enrich` and `metes match`, listed for people, and written beside the output. */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { MAX_LISTED_ROWS, type RejectedRow } from '../../../domain/enrich/rejected-rows.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { replaceFile } from '../../../util/replace-file.ts'
import { cannotWrite } from '../../client/file-failure.ts'

/** The file appears only when all is written, and an older one disappears. */
export class RejectedRows {
  readonly path: string | null
  readonly listed: RejectedRow[] = []
  #file: FileHandle | null = null

  constructor(path: string | null) {
    this.path = path
  }

  get #aside(): string {
    return `${this.path}.${process.pid}.part`
  }

  async add(rows: readonly RejectedRow[], bytes: Uint8Array): Promise<void> {
    this.listed.push(...rows.slice(0, MAX_LISTED_ROWS - this.listed.length))
    if (this.path === null) return
    try {
      this.#file ??= await open(this.#aside, 'w')
      await this.#file.writeFile(bytes)
    } catch (error) {
      throw cannotWrite(this.path, error)
    }
  }

  async finish(): Promise<void> {
    if (this.path === null) return
    if (this.#file === null) return rm(this.path, { force: true })
    try {
      await this.#file.sync()
      await this.#file.close()
      this.#file = null
      await replaceFile(this.#aside, this.path)
    } catch (error) {
      throw cannotWrite(this.path, error)
    }
  }

  /** Returns a line for each listed row, and one for the others. */
  texts(count: number): readonly string[] {
    const others = count - this.listed.length
    return [
      ...this.listed.map(({ place, reason }) => `${place}: ${reason}`),
      ...(others > 0 ? [`… and ${counted(others, 'more row')}.`] : []),
    ]
  }

  /** Leaves nothing of an unfinished file. */
  async discard(): Promise<void> {
    if (this.#file === null) return
    await this.#file.close()
    this.#file = null
    await rm(this.#aside, { force: true })
  }
}
