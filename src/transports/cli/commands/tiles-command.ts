/** `metes tiles`: writes vector tiles of the catalog to a PMTiles archive. */

import { extname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AllTilesProgress, AllTilesRequest } from '../../../domain/tiles/all-tiles.ts'
import type { ArchiveFacts } from '../../../domain/tiles/pmtiles.ts'
import { MAX_ZOOM } from '../../../domain/tiles/tile-grid.ts'
import { isTileSet, TILE_SETS, type TileSet } from '../../../domain/tiles/tile-set.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { Scratch } from '../../../util/scratch-files.ts'
import { suggest } from '../../../util/suggest.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { requireWritable, writeUserFile } from '../../client/write-user-file.ts'
import type { CliHost, CliIo } from '../host.ts'
import { languageTags } from '../input/language-option.ts'
import { wholeNumber } from '../input/values.ts'
import { type ArchivePlace, createArchiveFile } from '../output/archive-file.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { refuseTerminal, STDOUT, writeToStream } from '../terminal/standard-output.ts'
import { withProgress } from './with-service.ts'

const DEFAULT_MAX_ZOOM = 8
const EXTENSION = '.pmtiles'

interface TilesNeeds {
  /** Draws all tiles of a set, of one country or of all; returns null if there is no such boundary. */
  drawTiles(
    request: Omit<AllTilesRequest, 'boxes' | 'atOnce'> & { readonly country: string | null },
  ): Promise<Pick<ArchiveFacts, 'bounds' | 'center' | 'metadata'> | null>
}

export const addTiles = (program: Command, io: CliIo, host: CliHost<TilesNeeds>): void => {
  program
    .command('tiles')
    .summary('Write vector tiles to a PMTiles archive.')
    .description(
      'Draws vector tiles of the boundaries in the catalog and writes them to one file, which maps can read without a tile server.\nThe file appears when it is complete; nothing is left after an interruption. Tiles contain local names, and names in the languages of --language.',
    )
    .requiredOption(
      '-o, --output <file>',
      'Archive to write, for example world.pmtiles; - for stdout',
      archivePath,
    )
    .option('--set <set>', `Boundaries to draw: ${TILE_SETS.join(', ')}`, tileSet, 'all')
    .option(
      '--max-zoom <n>',
      `Highest zoom, from 0 to ${MAX_ZOOM}`,
      wholeNumber(0, MAX_ZOOM),
      DEFAULT_MAX_ZOOM,
    )
    .option(
      '--in <country>',
      'Only boundaries of this country, by its ISO 3166-1 alpha-2 code',
      countryOption,
    )
    .addOption(
      new Option('--language <tags>', 'Names to add in these languages, for example de,fr')
        .argParser(languageTags)
        .default([], 'local names only'),
    )
    .addHelpText('after', EXAMPLES)
    .action((options: TilesCommandOptions) => writeTiles(options, io, host))
}

const EXAMPLES = `
Examples:
  $ ${METES} tiles --output world.pmtiles --max-zoom 5
  $ ${METES} tiles --output lu.pmtiles --in LU --max-zoom 12
  $ ${METES} tiles --output counties.pmtiles --set county --language es
  $ ${METES} tiles --output - --in LU | aws s3 cp - s3://maps/lu.pmtiles`

interface TilesCommandOptions {
  readonly output: string
  readonly set: TileSet
  readonly maxZoom: number
  readonly in?: string
  readonly language: readonly string[]
}

const archivePath = (path: string): string => {
  const extension = extname(path)
  if (extension === '' || extension.toLowerCase() === EXTENSION) return path
  throw new InvalidArgumentError(`Tiles are written as PMTiles only: end the name in ${EXTENSION}.`)
}

const tileSet = (text: string): TileSet => {
  if (isTileSet(text)) return text
  const near = suggest(text, TILE_SETS)
  throw new InvalidArgumentError(
    `${near === null ? '' : `Did you mean ${near}? `}It must be one of ${TILE_SETS.join(', ')}.`,
  )
}

const countryOption = (text: string): string => {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  throw new InvalidArgumentError('It must be a code of two letters, such as LU.')
}

const writeTiles = async (
  options: TilesCommandOptions,
  io: CliIo,
  host: CliHost<TilesNeeds>,
): Promise<void> => {
  const { output, set, maxZoom, language: languages } = options
  if (output === STDOUT) refuseTerminal('a PMTiles archive', io)
  else await requireWritable(output)
  const scratch = new Scratch()
  const run = async (service: TilesNeeds, onProgress: AllTilesRequest['onProgress']) => {
    const archive = await createArchiveFile(archivePlace(output, scratch, io))
    try {
      const { signal } = io
      const asked = { set, languages, maxZoom, country: options.in ?? null }
      const facts = await service.drawTiles({ ...asked, onTile: archive.add, onProgress, signal })
      if (facts === null) throw new CommandFailure(nothingText(set, options.in))
      return await archive.finish({ minZoom: 0, maxZoom, ...facts })
    } finally {
      await archive.close()
    }
  }
  try {
    const [{ tiles, bytes }, seconds] = await withProgress(io, host, { long: true, progressText, run })
    io.stderr.write(`Wrote ${counted(tiles, 'tile')}, ${bytesText(bytes)}, in ${durationText(seconds)}.\n`)
  } finally {
    scratch.remove()
  }
}

const archivePlace = (output: string, scratch: Scratch, { stdout }: CliIo): ArchivePlace =>
  output === STDOUT
    ? { aside: scratch.path(), name: 'to standard output', write: (bytes) => writeToStream(stdout, bytes) }
    : {
        aside: `${output}.${process.pid}.tiles`,
        name: output,
        write: (bytes) => writeUserFile(output, bytes),
      }

const nothingText = (set: TileSet, code: string | undefined): string =>
  `The catalog has no ${set === 'all' ? 'boundaries' : `boundaries of the kind ${set}`}${code === undefined ? '' : ` in ${code}`}; nothing was written.`

const progressText = ({ zoom: at, blocksDone, blocks, tiles }: AllTilesProgress, elapsedMs: number): string =>
  [
    `Zoom ${at}`,
    `${Math.floor((100 * blocksDone) / blocks)} %`,
    counted(tiles, 'tile'),
    durationText(elapsedMs / 1000),
  ].join(' · ')
