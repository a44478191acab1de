/**
 * Writes a collection of boundaries to a file, in a thread of its own. Full polygons are written as they arrive. At a lower
 * detail the set is simplified as one coverage, so that neighbours keep their common borders; all its polygons are then in
 * memory.
 */
import { Scratch } from '../../util/scratch.ts'
import { SinkFile } from '../../util/sink-file.ts'
import type { Detail } from '../boundary/detail-level.ts'
import { columnsOf } from '../formats/columns.ts'
import { FORMATS, type Format } from '../formats/index.ts'
import type { FeatureWriter, FileMeta, OpenWriter } from '../formats/writer.ts'
import { decodeRings, decodeRingsInto, reusedMemory } from '../geometry/codec.ts'
import { coverageOf, simplifyCoverage, thresholdFor } from '../geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../geometry/coverage/triangle.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import { type AttributeKind, type CarriedAttributes, HEADS, rowsOf } from './carried-attributes.ts'
import { maxCoverageVertices } from './collection-detail.ts'

export interface CollectionTask {
  readonly format: Format
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  readonly meta: Pick<FileMeta, 'title' | 'attribution' | 'bbox'>
  /** Directory for temporary files and for the file itself. The caller removes it with its contents. */
  readonly directory: string
}

/** Some of the boundaries. */
export interface CollectionBatch {
  /** Their `vertices` are recounted. */
  readonly attributes: CarriedAttributes
  /** Stored polygons: see `geometry/codec.ts`. */
  readonly rings: readonly Uint8Array[]
}

export interface WrittenCollection {
  readonly path: string
  readonly bytes: number
  /** In lower-case hexadecimal. */
  readonly sha256: string
  readonly features: number
  /** Positions of all polygons, including closing positions. */
  readonly vertices: number
}

export interface CollectionFile {
  readonly add: (batch: CollectionBatch) => void
  readonly end: () => WrittenCollection
}

export const beginCollectionFile = (task: CollectionTask): CollectionFile => {
  const kind = FORMATS[task.format]
  return kind.attributes === 'rows'
    ? new Writing(task, kind.open, rowsOf(COLUMNS))
    : new Writing(task, kind.open, HEADS)
}

/** Columns of boundaries, which have ids. */
export const COLUMNS = columnsOf({ id: '' })

class Writing<A> implements CollectionFile {
  readonly #task: CollectionTask
  readonly #scratch: Scratch
  readonly #file: SinkFile
  readonly #writer: FeatureWriter<A>
  readonly #kind: AttributeKind<A>
  readonly #memory = reusedMemory()
  readonly #waiting: WaitingCoverage<A>
  #features = 0
  #vertices = 0

  constructor(task: CollectionTask, open: OpenWriter<A>, kind: AttributeKind<A>) {
    this.#task = task
    this.#kind = kind
    this.#scratch = new Scratch(task.directory)
    this.#file = new SinkFile(this.#scratch.path())
    this.#waiting = new WaitingCoverage(this.#scratch, kind)
    this.#writer = open(
      {
        write: (bytes) => this.#file.write(bytes),
        writeCopy: (bytes) => this.#file.write(bytes),
        moveIn: (path) => this.#file.moveIn(path),
        copyIn: (file) => this.#file.copyIn(file),
        scratch: this.#scratch,
      },
      { ...task.meta, decimals: task.precision, isCollection: true, columns: COLUMNS },
    )
  }

  add({ attributes, rings }: CollectionBatch): void {
    const each = this.#kind.each(attributes)
    for (const encoded of rings) {
      const own: A = each.next().value
      if (this.#task.detail === 'full') this.#write(own, decodeRingsInto(this.#memory, encoded))
      else this.#waiting.add(own, decodeRings(encoded))
    }
  }

  end(): WrittenCollection {
    if (this.#task.detail !== 'full') {
      const { detail, precision } = this.#task
      for (const [own, rings] of this.#waiting.simplified(detail, precision)) this.#write(own, rings)
    }
    this.#writer.end()
    this.#scratch.closeFiles()
    const { path, size, sha256 } = this.#file.close()
    return {
      path,
      bytes: size,
      sha256,
      features: this.#features,
      vertices: this.#vertices,
    }
  }

  #write(attributes: A, rings: Rings): void {
    const vertices = vertexCount(rings)
    this.#writer.feature(this.#kind.withVertices(attributes, vertices), rings)
    this.#features++
    this.#vertices += vertices
  }
}

/** Collects the polygons of a coverage in memory, and their attributes in a temporary file. */
class WaitingCoverage<A> {
  readonly #kind: AttributeKind<A>
  readonly #attributes: ReturnType<Scratch['file']>
  readonly #lengths: number[] = []
  readonly #members: Rings[] = []

  constructor(scratch: Scratch, kind: AttributeKind<A>) {
    this.#kind = kind
    this.#attributes = scratch.file()
  }

  add(attributes: A, rings: Rings): void {
    const bytes = this.#kind.toBytes(attributes)
    this.#attributes.append(bytes)
    this.#lengths.push(bytes.length)
    this.#members.push(rings)
  }

  *simplified(detail: Detail, precision: number): Generator<readonly [A, Rings]> {
    const vertices = maxCoverageVertices(detail, this.#lengths.length)
    const coverage = coverageOf(this.#members.splice(0), narrowingOfDegrees, vertices)
    const threshold = thresholdFor(coverage, vertices)
    const simplified = simplifyCoverage(coverage, threshold, 10 ** (7 - precision))
    let at = 0
    for (const [index, length] of this.#lengths.entries()) {
      const attributes = this.#kind.fromBytes(this.#attributes.read(at, length))
      at += length
      yield [attributes, simplified[index]]
    }
  }
}
