/**
 * Writes a collection of boundaries to a file, in a thread of its own. Full polygons are written as they arrive. At another detail the set
 * is simplified as one coverage, so neighbours keep their common borders; its polygons are then in memory together.
 */
import { createHash } from 'node:crypto'
import { Scratch } from '../../util/scratch.ts'
import { SinkFile } from '../../util/sink-file.ts'
import type { Detail } from '../boundary/detail-level.ts'
import { columnsOf } from '../formats/columns.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import { FORMATS, type Format } from '../formats/index.ts'
import type { FeatureWriter, FileMeta } from '../formats/writer.ts'
import { decodeRings } from '../geometry/codec.ts'
import { coverageOf, simplifyCoverage, thresholdFor } from '../geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../geometry/coverage/triangle.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import { maxCoverageVertices } from './collection-detail.ts'

export interface CollectionTask {
  readonly format: Format
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  readonly meta: Pick<FileMeta, 'title' | 'attribution' | 'bbox'>
  /** For temporary files, and for the file itself. The caller removes it with everything in it. */
  readonly directory: string
}

export interface CollectionFeature {
  /** Its `vertices` are counted anew. */
  readonly head: FeatureHead
  /** As stored: see `geometry/codec.ts`. */
  readonly rings: Uint8Array
}

export interface WrittenCollection {
  readonly path: string
  readonly bytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
  readonly features: number
  /** Positions of all polygons, closing ones included. */
  readonly vertices: number
}

export class CollectionFile {
  readonly #task: CollectionTask
  readonly #scratch: Scratch
  readonly #file: SinkFile
  readonly #hash = createHash('sha256')
  readonly #writer: FeatureWriter
  readonly #waiting: WaitingCoverage
  #features = 0
  #vertices = 0

  constructor(task: CollectionTask) {
    this.#task = task
    this.#scratch = new Scratch(task.directory)
    this.#file = new SinkFile(this.#scratch.path(), (bytes) => this.#hash.update(bytes))
    this.#waiting = new WaitingCoverage(this.#scratch)
    this.#writer = FORMATS[task.format].open(
      { write: (bytes) => this.#file.write(bytes), scratch: this.#scratch },
      { ...task.meta, decimals: task.precision, isCollection: true, columns: columnsOf({ id: '' }) },
    )
  }

  add(features: readonly CollectionFeature[]): void {
    for (const { head, rings: encoded } of features) {
      const rings = decodeRings(encoded)
      if (this.#task.detail === 'full') this.#write(head, rings)
      else this.#waiting.add(head, rings)
    }
  }

  end(): WrittenCollection {
    if (this.#task.detail !== 'full') {
      const { detail, precision } = this.#task
      for (const [head, rings] of this.#waiting.simplified(detail, precision)) this.#write(head, rings)
    }
    this.#writer.end()
    const { path, size } = this.#file.close()
    return {
      path,
      bytes: size,
      sha256: this.#hash.digest('hex'),
      features: this.#features,
      vertices: this.#vertices,
    }
  }

  #write(head: FeatureHead, rings: Rings): void {
    const vertices = vertexCount(rings)
    this.#writer.feature({ ...head, properties: { ...head.properties, vertices } }, rings)
    this.#features++
    this.#vertices += vertices
  }
}

/** Polygons of a coverage in memory, and their heads in a temporary file. */
class WaitingCoverage {
  readonly #heads: ReturnType<Scratch['file']>
  readonly #lengths: number[] = []
  readonly #members: Rings[] = []

  constructor(scratch: Scratch) {
    this.#heads = scratch.file()
  }

  add(head: FeatureHead, rings: Rings): void {
    const bytes = Buffer.from(JSON.stringify(head))
    this.#heads.append(bytes)
    this.#lengths.push(bytes.length)
    this.#members.push(rings)
  }

  *simplified(detail: Detail, precision: number): Generator<readonly [FeatureHead, Rings]> {
    const coverage = coverageOf(this.#members.splice(0), narrowingOfDegrees)
    const threshold = thresholdFor(coverage, maxCoverageVertices(detail, this.#lengths.length))
    const simplified = simplifyCoverage(coverage, threshold, 10 ** (7 - precision))
    let at = 0
    for (const [index, length] of this.#lengths.entries()) {
      const head = JSON.parse(Buffer.from(this.#heads.read(at, length)).toString()) as FeatureHead
      at += length
      yield [head, simplified[index]]
    }
  }
}
