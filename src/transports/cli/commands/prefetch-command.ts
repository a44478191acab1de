/** `metes prefetch BOUNDARY`: fetches a boundary and its subdivisions from OpenStreetMap before a call asks for them. */

import { type Command, InvalidArgumentError } from 'commander'
import { type BoundaryReference, canonicalId, parseBoundaryReference } from '../../../domain/boundary/id.ts'
import type { PrefetchOptions, PrefetchProgress, PrefetchSummary } from '../../../domain/live/prefetch.ts'
import { rfc3339 } from '../../../util/clock.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { wholeNumber } from '../input/values.ts'
import { painter } from '../terminal/colours.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { levelTable } from './import-report-text.ts'
import { withProgress } from './with-service.ts'

const DEFAULT_LEVELS = 2
/** From level 2, a country, to level 11. */
const MAX_LEVELS = 9
/** `--json` lists all. */
const MAX_LISTED = 20

interface PrefetchNeeds {
  /** Fetches a boundary and its subdivisions from the live map. Rejects if the settings do not allow it. */
  prefetch(
    request: Pick<PrefetchOptions, 'reference' | 'levels' | 'onProgress' | 'signal'>,
  ): Promise<PrefetchSummary>
}

export const addPrefetch = (program: Command, io: CliIo, host: CliHost<PrefetchNeeds>): void => {
  program
    .command('prefetch')
    .summary('Fetch a boundary and its subdivisions from OpenStreetMap.')
    .description(
      `Fetches a boundary and its subdivisions, level by level, so that later calls do not wait for them. It needs METES_CONTACT or METES_OVERPASS_URL.
Each boundary with subdivisions costs about two requests of the day's budget (METES_LIVE_REQUESTS, METES_LIVE_BYTES). When the budget is used up, the command stops and says when to continue. After a stop, an interruption or a failure, run it again to continue: fetched boundaries are kept, and are not fetched again before METES_CACHE_TTL has passed.
For all levels of a large country, "${METES} import" of an extract is faster and spares the public servers.`,
    )
    .argument('<boundary>', 'A country or another boundary: DE, DE-BY, r62422, wikidata:Q64', referenceOption)
    .option(
      '--levels <n>',
      `Levels of subdivisions to fetch, from 0 (the boundary alone) to ${MAX_LEVELS} (all)`,
      wholeNumber(0, MAX_LEVELS),
      DEFAULT_LEVELS,
    )
    .option('--json', 'Print the summary as JSON on stdout')
    .addHelpText('after', EXAMPLES)
    .action((boundary: BoundaryReference, options: PrefetchCommandOptions) =>
      runPrefetch(boundary, options, io, host),
    )
}

const EXAMPLES = `
Examples:
  $ ${METES} prefetch LI
  $ ${METES} prefetch DE --levels 1
  $ ${METES} prefetch r62422 --levels 3 --json`

interface PrefetchCommandOptions {
  readonly levels: number
  readonly json?: boolean
}

const referenceOption = (text: string): BoundaryReference => {
  const parsed = parseBoundaryReference(text)
  if ('by' in parsed) return parsed
  throw new InvalidArgumentError(parsed.problem)
}

const runPrefetch = async (
  boundary: BoundaryReference,
  { levels, json = false }: PrefetchCommandOptions,
  io: CliIo,
  host: CliHost<PrefetchNeeds>,
): Promise<void> => {
  const { signal } = io
  const [report, seconds] = await withProgress(io, host, {
    progressText,
    run: (service, onProgress) =>
      interruptible(signal, service.prefetch({ reference: boundary, levels, onProgress, signal })),
  })
  io.stderr.write(prefetchReportText(report, seconds, io))
  if (json) writeJson(prefetchReportJson(report, seconds), io)
  const failure = prefetchFailure(report, canonicalId(boundary), host.clock.now())
  if (failure !== null) throw new CommandFailure(failure)
}

const progressText = (
  { level, boundaries, parentsDone, parents, left }: PrefetchProgress,
  elapsedMs: number,
): string =>
  [
    level === 0 ? 'Fetching the boundary' : `Level ${level}: ${parentsDone} of ${counted(parents, 'parent')}`,
    counted(boundaries, 'boundary', 'boundaries'),
    leftText(left),
    durationText(elapsedMs / 1000),
  ].join(' · ')

const leftText = ({ requests, bytes }: PrefetchSummary['left']): string =>
  `${counted(requests, 'request')} and ${bytesText(bytes)} left today`

const prefetchReportText = (report: PrefetchSummary, seconds: number, io: CliIo): string => {
  const { root, levels, failed, skipped, left } = report
  if (root === null) return ''
  const total = levels.reduce((sum, { boundaries }) => sum + boundaries, 0)
  return [
    levelTable(levels, painter(io.stderr, io.env)),
    ...(skipped.length === 0 ? [] : [skippedText(skipped)]),
    ...failed.map(
      ({ id, name, reason }) =>
        `The subdivisions of ${terminalText(name)} (${id}) are missing: ${terminalText(reason)}`,
    ),
    `${terminalText(root.name)} (${root.id}): ${counted(total, 'boundary', 'boundaries')} in ${durationText(seconds)}; ${leftText(left)}.`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Each has its own line: reasons name ways and positions. */
const skippedText = (skipped: PrefetchSummary['skipped']): string =>
  [
    `${counted(skipped.length, 'boundary', 'boundaries')} skipped:`,
    ...skipped.slice(0, MAX_LISTED).map(({ id, reason }) => `  ${id}: ${terminalText(reason)}`),
    ...(skipped.length > MAX_LISTED
      ? [`  … and ${skipped.length - MAX_LISTED} more. Use --json to list all.`]
      : []),
  ].join('\n')

const prefetchReportJson = (
  { outcome, root, levels, failed, skipped, stop, left }: PrefetchSummary,
  seconds: number,
): object => ({
  outcome,
  id: root?.id ?? null,
  name: root?.name ?? null,
  boundaries: levels.reduce((sum, { boundaries }) => sum + boundaries, 0),
  levels: levels.map(({ adminLevel, boundaries }) => ({ admin_level: adminLevel, boundaries })),
  failed,
  skipped,
  stopped: stop === null ? null : { reason: stop.reason, retry_after: stop.retryAfterSeconds },
  left_today: left,
  seconds: Math.round(seconds * 10) / 10,
})

const UNREACHABLE_ADVICE = `Check the network, the firewall and METES_OVERPASS_URL; "${METES} doctor" shows whether each server answers.`

/** The sentence of a run that did not fetch everything; null where it did. */
const prefetchFailure = (
  { outcome, root, failed, stop }: PrefetchSummary,
  id: string,
  nowMs: number,
): string | null => {
  if (outcome === 'absent') return `OpenStreetMap has no boundary ${id}.`
  if (outcome === 'deleted') return `${id} was deleted from OpenStreetMap.`
  if (stop !== null) {
    if (stop.fault === 'unreachable') return `${stop.reason} ${UNREACHABLE_ADVICE}`
    const at = rfc3339(nowMs + stop.retryAfterSeconds * 1000)
    return root === null
      ? `${stop.reason} Run the same command after ${at}.`
      : `${stop.reason} Fetched boundaries are kept. Run the same command after ${at} to continue.`
  }
  if (failed.length === 0) return null
  return `The subdivisions of ${counted(failed.length, 'boundary', 'boundaries')} could not be fetched. Run the same command again to fetch them.`
}
