/**
 * Adds the containing boundaries to each point of a file. Threads process parts of the file, which are written in its order.
 */
import { attributionOf } from '../../boundary/attribution.ts'
import type { Dataset } from '../../boundary/boundary.ts'
import { ladderColumns } from '../added-columns.ts'
import { PointsFault } from '../points-reader.ts'
import type { EnrichReport, PlainRequest } from '../ports.ts'
import type { EnrichedPart } from './enriched-part.ts'
import { openLines } from './line-points.ts'
import type { OpenedPoints } from './opened-points.ts'
import { openParquet } from './parquet-points.ts'
import type { OpenRunner } from './part-runner.ts'
import { type Orientation, refuseSwapped } from './swapped-coordinates.ts'

export interface EnrichOptions {
  readonly openRunner: OpenRunner
  /** Changes whenever an answer of the catalog may change. */
  readonly version: () => string | Promise<string>
}

/** Memory for all parts that threads are processing. */
const MAX_RUNNING_BYTES = 1024 * 1024 * 1024
const NOTHING = new Uint8Array()

/** Rejects with a `PointsFault` if the file as a whole cannot be enriched. */
export async function* enrich(
  { openRunner, version }: EnrichOptions,
  request: PlainRequest,
): AsyncGenerator<Uint8Array, EnrichReport> {
  const { kinds, languages, keepOrder, onRejected, onProgress, signal } = request
  const before = await version()
  const points: OpenedPoints = await openRequest(request)
  const runner = openRunner({ layout: points.layout, kinds, languages }, signal)
  try {
    const report = { rows: 0, rejected: 0, outside: 0 }
    const datasets = new Set<Dataset>()
    let counted = points.countedBefore
    async function* take(part: EnrichedPart): AsyncGenerator<Uint8Array> {
      if (part.rejected > 0) {
        const listed = part.listed.map(({ at, reason }) => ({
          place: `${points.unit} ${counted + at + 1}`,
          reason,
        }))
        await onRejected(listed, NOTHING)
        for (const bytes of points.rejected(part)) await onRejected([], bytes)
      }
      counted += part.counted
      report.rows += part.rows
      report.outside += part.outside
      report.rejected += part.rejected
      for (const dataset of part.datasets) datasets.add(dataset)
      onProgress(report.rows)
      yield* points.written(part)
    }
    const running: { readonly done: Promise<EnrichedPart>; readonly bytes: number }[] = []
    let runningBytes = 0
    /** Whether the points may be written: settled while the first parts are processed. */
    let mayBegin: Promise<void> | null = keepOrder ? Promise.resolve() : null
    let isBegun = false
    const begin = async function* (): AsyncGenerator<Uint8Array> {
      await mayBegin
      if (!isBegun) yield points.begin
      isBegun = true
    }
    const takeNext = async function* (): AsyncGenerator<Uint8Array> {
      yield* begin()
      const { done, bytes } = running.shift()!
      yield* take(await done)
      runningBytes -= bytes
    }
    for await (const part of points.parts(() => counted)) {
      if (mayBegin === null) {
        mayBegin = runner
          .orientationOf(part)
          .then((orientation: Orientation) => refuseSwapped(orientation, points.layout))
        mayBegin.catch(() => {})
      }
      const bytes = points.bytesOf(part)
      while (
        running.length > 0 &&
        (running.length > 2 * runner.threads || runningBytes + bytes > MAX_RUNNING_BYTES)
      )
        yield* takeNext()
      const done = runner.enrichPart(part, points.moved(part))
      // `takeNext` awaits it later; until then a rejection must not end the process.
      done.catch(() => {})
      running.push({ done, bytes })
      runningBytes += bytes
    }
    yield* begin()
    while (running.length > 0) yield* takeNext()
    if (report.rejected > 0) await onRejected([], points.rejectedEnd())
    yield points.end()
    if ((await version()) !== before)
      throw new PointsFault('The catalog changed while the points were read. Run the command again.')
    return { ...report, attribution: attributionOf([{ datasets: [...datasets] }]) }
  } finally {
    await runner.close()
    await points.close()
  }
}

const openRequest = ({
  input,
  encoding,
  position,
  kinds,
  languages,
  signal,
}: PlainRequest): Promise<OpenedPoints> => {
  const columns = ladderColumns(kinds, languages)
  return input.format === 'parquet'
    ? openParquet({ path: input.path, position, columns, signal })
    : openLines({ ...input, encoding, position, columns, signal })
}
