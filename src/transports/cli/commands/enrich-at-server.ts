/** Enriches a file with the answers of a server: one call for each position, some at a time. */
import { attributionOf } from '../../../domain/boundary/attribution.ts'
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type { Kind } from '../../../domain/boundary/kind.ts'
import type { LocatedBoundary, Locator } from '../../../domain/enrich/locator.ts'
import type { Enrich } from '../../../domain/enrich/ports.ts'
import { orderedParallelMap } from '../../../util/ordered-parallel-map.ts'
import type { CallOperation } from '../../client/command-call.ts'
import { parsedAnswer } from '../../client/parsed-answer.ts'
import { ProblemError } from '../output/problem-text.ts'

/** Calls at a time. */
const MAX_CALLS = 8
/** Positions whose answers are remembered: points of one place are often together. */
const MAX_REMEMBERED = 50_000
/** Points that are tried with longitude and latitude swapped, if hardly any is on land: each costs a unit. */
const MAX_SAMPLE = 10

/** @param call retries while the server is too busy */
export const enrichAtServer = (call: CallOperation): Enrich =>
  async function* (request) {
    const [{ enrich }, { enrichAs }, { singleRunner }] = await Promise.all([
      import('../../../domain/enrich/parts/enrich.ts'),
      import('../../../domain/enrich/enrich-as.ts'),
      import('../../../domain/enrich/parts/single-runner.ts'),
    ])
    const { languages, signal, onProgress } = request
    const { locator, attributions } = serverLocator(call, { languages, signal, onLocated: onProgress })
    const options = { openRunner: singleRunner(locator, MAX_SAMPLE), version: () => '' }
    const report = yield* enrichAs((plain) => enrich(options, plain))({ ...request, onProgress: () => {} })
    return { ...report, attribution: attributionOf([], [...attributions]) }
  }

interface ReverseAnswer {
  readonly boundaries: readonly { readonly id: string; readonly name: string; readonly kind: Kind }[]
  readonly attribution: string
}

interface LocatorRequest {
  readonly languages: readonly string[]
  readonly signal: AbortSignal
  /** Called with the number of points so far. */
  readonly onLocated: (points: number) => void
}

const serverLocator = (call: CallOperation, { languages, signal, onLocated }: LocatorRequest) => {
  const answers: (readonly LocatedBoundary[])[] = []
  const indexOf = new Map<string, number>()
  const remembered = new Map<string, Promise<number>>()
  const attributions = new Set<string>()
  let located = 0

  const ask = async (lon: number, lat: number): Promise<number> => {
    const result = await call({ operation: 'reverse_boundaries', input: { lat, lon }, languages, signal })
    if (!result.ok) throw new ProblemError(result.problem, 'server')
    const { boundaries, attribution } = parsedAnswer<ReverseAnswer>(result.bytes)
    if (boundaries.length > 0) for (const each of attribution.split('; ')) attributions.add(each)
    const key = boundaries.map(({ id }) => id).join(' ')
    const known = indexOf.get(key)
    if (known !== undefined) return known
    const index = answers.push(boundaries.map(locatedBoundary)) - 1
    indexOf.set(key, index)
    return index
  }

  const answerAt = (lon: number, lat: number): Promise<number> => {
    const key = `${lon} ${lat}`
    let answer = remembered.get(key)
    if (answer === undefined) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      answer = ask(lon, lat)
      remembered.set(key, answer)
    }
    return answer
  }

  const locate: Locator['locate'] = async (lons, lats) => {
    const found = new Int32Array(lons.length)
    let row = 0
    for await (const answer of orderedParallelMap(lons.keys(), MAX_CALLS, (at) =>
      answerAt(lons[at], lats[at]),
    )) {
      found[row++] = answer
      onLocated(++located)
    }
    return found
  }

  return { locator: { answers, locate }, attributions }
}

/** The server has chosen the name. */
const locatedBoundary = ({ id, name, kind }: ReverseAnswer['boundaries'][number]): LocatedBoundary => ({
  id: id as BoundaryId,
  name,
  names: {},
  kind,
})
