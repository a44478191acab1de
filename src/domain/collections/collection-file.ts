/**
 * Writes a collection of boundaries to a file, in a thread of its own. Full polygons are written as they arrive. At a lower
 * detail the set is simplified as one coverage, so that neighbours keep their common borders; all its polygons are then in
 * memory.
 */
import { Scratch } from '../../util/scratch-files.ts'
import { SinkFile } from '../../util/sink-file.ts'
import type { Detail } from '../boundary/detail-levels.ts'
import { type Column, columnsOf } from '../formats/attribute-columns.ts'
import type { CarriedAttributes } from '../formats/carried-attributes.ts'
import { FORMATS, type Format } from '../formats/index.ts'
import type { FileMeta } from '../formats/writer.ts'
import { decodeRings, decodeRingsInto, reusedMemory } from '../geometry/codec.ts'
import { coverageOf, simplifyCoverage, thresholdFor } from '../geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../geometry/coverage/triangle.ts'
import { type Rings, vertexCount } from '../geometry/rings.ts'
import { maxCoverageVertices } from './collection-detail.ts'

export interface CollectionTask {
  readonly format: Format
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  readonly meta: Pick<FileMeta, 'title' | 'attribution' | 'bbox' | 'provenance' | 'geometryType'>
  /** Names of columns that the file does not have. */
  readonly without?: readonly string[]
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

/** Columns of boundaries, which have ids. */
export const collectionColumns = (without: readonly string[] = []): readonly Column[] =>
  columnsOf({ id: '' }).filter(({ name }) => !without.includes(name))

/**
 * O(n) in the positions and attributes at full detail; otherwise O(n log n) in the positions and crossings of the set, all of whose polygons
 * are in memory: about 200 bytes for a position.
 */
export const createCollectionFile = (task: CollectionTask) => {
  const { format, detail, precision, meta, without, directory } = task
  const scratch = new Scratch(directory)
  const file = new SinkFile(scratch.path())
  const waiting = new WaitingCoverage(scratch)
  const memory = reusedMemory()
  const writer = FORMATS[format].open(
    {
      write: (bytes) => file.write(bytes),
      writeCopy: (bytes) => file.write(bytes),
      moveIn: (path) => file.moveIn(path),
      copyIn: (other) => file.copyIn(other),
      scratch,
    },
    { ...meta, decimals: precision, isCollection: true, columns: collectionColumns(without) },
  )
  let features = 0
  let vertices = 0

  const write = (rings: Rings): void => {
    const count = vertexCount(rings)
    writer.write(rings, count)
    features++
    vertices += count
  }

  return {
    add: ({ attributes, rings }: CollectionBatch): void => {
      writer.receive(attributes)
      for (const encoded of rings) {
        writer.next()
        if (detail === 'full') write(decodeRingsInto(memory, encoded))
        else waiting.add(writer.saved(), decodeRings(encoded))
      }
    },

    end: (): WrittenCollection => {
      if (detail !== 'full') {
        for (const [saved, rings] of waiting.simplified(detail, precision)) {
          writer.restore(saved)
          write(rings)
        }
      }
      writer.end()
      scratch.closeFiles()
      const { path, size, sha256 } = file.close()
      return { path, bytes: size, sha256, features, vertices }
    },
  }
}

/** Collects the polygons of a coverage in memory, and their attributes in a temporary file. */
class WaitingCoverage {
  readonly #attributes: ReturnType<Scratch['file']>
  readonly #lengths: number[] = []
  readonly #members: Rings[] = []

  constructor(scratch: Scratch) {
    this.#attributes = scratch.file()
  }

  add(attributes: Uint8Array, rings: Rings): void {
    this.#attributes.append(attributes)
    this.#lengths.push(attributes.length)
    this.#members.push(rings)
  }

  *simplified(detail: Detail, precision: number): Generator<readonly [Uint8Array<ArrayBuffer>, Rings]> {
    const vertices = maxCoverageVertices(detail, this.#lengths.length)
    const coverage = coverageOf(this.#members.splice(0), narrowingOfDegrees, vertices)
    const threshold = thresholdFor(coverage, vertices)
    const simplified = simplifyCoverage(coverage, threshold, 10 ** (7 - precision))
    let at = 0
    for (const [index, length] of this.#lengths.entries()) {
      yield [this.#attributes.read(at, length), simplified[index]]
      at += length
    }
  }
}
