/** `metes catalog publish`, `versions`, `rollback`, `diff` and `create-signing-key`: versions of the catalog for several machines. */
import type { Command } from 'commander'
import type {
  CatalogDiff,
  ChangedBoundaries,
  Publication,
  PublishedVersion,
  PublishProgress,
} from '../../../platform/publishing/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { counted } from '../../../util/count-with-noun.ts'
import type { CliHost, CliIo } from '../host.ts'
import { commandTable, tableColumns } from '../output/answer-text/table.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { showProgress } from './with-service.ts'

interface JsonOption {
  readonly json?: boolean
}

export const addPublishCommands = (catalog: Command, io: CliIo, host: CliHost): void => {
  catalog
    .command('publish')
    .summary('Publish the catalog of this machine for all servers that follow it.')
    .description(
      `Copies the catalog, compares it with the current version, sends what the place of METES_CATALOG_URL lacks, and makes it the current version. Servers fetch it within seconds, without a failed call.\nA catalog that lacks or moves more than 5 % of the boundaries is refused, unless you pass --accept. One machine publishes at a time; another one is told which.`,
    )
    .option('--accept', 'Publish even if many boundaries vanish or move')
    .option('--json', 'Print the version as JSON')
    .addHelpText('after', examples('publish', 'publish --accept'))
    .action(async ({ accept = false, json = false }: JsonOption & { accept?: boolean }) => {
      const publication = await publishCatalog(io, host, accept)
      if (json) writeJson(publicationJson(publication), io)
    })
  catalog
    .command('versions')
    .summary('List the published versions of the catalog.')
    .description(
      'Lists the versions that are kept in the place of METES_CATALOG_URL, the newest first. METES_CATALOG_KEEP says how many are kept.',
    )
    .option('--json', 'Print the list as JSON')
    .addHelpText('after', examples('versions', 'versions --json'))
    .action(async ({ json }: JsonOption) => {
      const versions = await (await host.publishing()).versions()
      if (json) writeJson(versions.map(versionJson), io)
      else if (versions.length === 0)
        io.stderr.write(`No version is published yet. Run "${METES} catalog publish" to publish one.\n`)
      else io.stdout.write(versionTable(versions, io))
    })
  catalog
    .command('rollback')
    .summary('Publish an earlier version of the catalog again.')
    .description(
      'Makes the files of an earlier version the current version again, under a new number, so that servers go back to it. The catalog of this machine stays as it is.',
    )
    .argument('<version>', `Version, from "${METES} catalog versions"`)
    .option('--json', 'Print the version as JSON')
    .addHelpText('after', examples('versions', 'rollback 7-1a2b3c4d'))
    .action(async (version: string, { json }: JsonOption) => {
      const published = await (await host.publishing()).rollback(version, { signal: io.signal })
      io.stderr.write(`Published ${version} again, as ${published.version}.\n`)
      if (json) writeJson(versionJson(published), io)
    })
  catalog
    .command('diff')
    .summary('Compare two published versions of the catalog.')
    .description(
      'Counts the boundaries that were added, removed, moved and changed from one version to another.',
    )
    .argument('<before>', `Version, from "${METES} catalog versions"`)
    .argument('<after>', 'Another version')
    .option('--json', 'Print the differences as JSON')
    .addHelpText('after', examples('diff 6-5e6f7a8b 7-1a2b3c4d'))
    .action(async (before: string, after: string, { json }: JsonOption) => {
      const diff = await (await host.publishing()).diff(before, after)
      if (json) writeJson(diffJson(diff), io)
      else io.stdout.write(diffText(diff))
    })
  catalog
    .command('create-signing-key')
    .summary('Create a pair of keys that sign published versions.')
    .description(
      'Prints a new private key for METES_CATALOG_SIGNING_KEY of the machine that publishes, and its public key for METES_CATALOG_PUBLIC_KEYS of the servers. Nothing is stored.\nTo replace a key, first give the servers both public keys, then the publisher the new private one; after the next publication, remove the former public key.',
    )
    .option('--json', 'Print the keys as JSON')
    .addHelpText('after', examples('create-signing-key'))
    .action(async ({ json }: JsonOption) => {
      const { privateKey, publicKey } = await (await host.publishing()).createSigningKey()
      if (json) writeJson({ private_key: privateKey, public_key: publicKey }, io)
      else
        io.stdout.write(`METES_CATALOG_SIGNING_KEY=${privateKey}\nMETES_CATALOG_PUBLIC_KEYS=${publicKey}\n`)
    })
}

/** Publishes, and says what changed. */
export const publishCatalog = async (
  io: CliIo,
  host: Pick<CliHost, 'publishing' | 'clock'>,
  acceptsLosses: boolean,
): Promise<Publication> => {
  const publishing = await host.publishing()
  const [publication, seconds] = await showProgress(io, host, publishProgressText, (onProgress) =>
    publishing.publish({ acceptsLosses, onProgress, signal: io.signal }),
  )
  const { published, isNew, diff, uploadedBytes } = publication
  const place = terminalText(String(publishing.place))
  if (!isNew) {
    io.stderr.write(`${place} has this catalog already, as version ${published.version}.\n`)
    return publication
  }
  if (diff !== null) io.stderr.write(diffText(diff))
  io.stderr.write(
    `Published version ${published.version} with ${counted(published.boundaries, 'boundary', 'boundaries')} to ${place}; sent ${bytesText(uploadedBytes)} of ${bytesText(published.bytes)} in ${durationText(seconds)}.\n`,
  )
  return publication
}

const examples = (...commands: readonly string[]): string =>
  `\nExamples:\n${commands.map((command) => `  $ ${METES} catalog ${command}`).join('\n')}`

const COLUMNS = tableColumns(['version', 'published', 'boundaries', 'size', 'state'], ['boundaries', 'size'])

const versionTable = (versions: readonly PublishedVersion[], io: CliIo): string => {
  const rows = versions.map(({ version, publishedAt, boundaries, bytes, rolledBackTo, isCurrent }) => [
    version,
    publishedAt,
    boundaries.toLocaleString('en'),
    bytesText(bytes),
    [...(isCurrent ? ['current'] : []), ...(rolledBackTo === null ? [] : [`back to ${rolledBackTo}`])].join(
      ', ',
    ),
  ])
  return commandTable(COLUMNS, rows, io)
}

const versionJson = (published: PublishedVersion): object => ({
  version: published.version,
  sequence: published.sequence,
  published_at: published.publishedAt,
  boundaries: published.boundaries,
  bytes: published.bytes,
  rolled_back_to: published.rolledBackTo,
  current: published.isCurrent,
})

const publicationJson = ({ published, isNew, diff, uploadedBytes }: Publication): object => ({
  ...versionJson(published),
  new: isNew,
  uploaded_bytes: uploadedBytes,
  diff: diff === null ? null : diffJson(diff),
})

const KINDS = ['added', 'removed', 'moved', 'changed'] as const

const diffJson = (diff: CatalogDiff): object => ({
  total: diff.total,
  ...Object.fromEntries(KINDS.map((kind) => [kind, diff[kind]])),
})

const diffText = (diff: CatalogDiff): string =>
  [
    `Of ${counted(diff.total, 'boundary', 'boundaries')}: ${KINDS.map((kind) => `${diff[kind].count.toLocaleString('en')} ${kind}`).join(', ')}.`,
    ...KINDS.filter((kind) => diff[kind].count > 0).map((kind) => `  ${kind}: ${namesOf(diff[kind])}`),
  ]
    .join('\n')
    .concat('\n')

const MAX_NAMED = 5

const namesOf = ({ count, examples }: ChangedBoundaries): string => {
  const named = examples.slice(0, MAX_NAMED).map(({ id, name }) => terminalText(`${name} (${id})`))
  const others = count - named.length
  return others > 0 ? `${named.join(', ')} and ${others.toLocaleString('en')} more` : named.join(', ')
}

const PHASES: Readonly<Record<PublishProgress['phase'], string>> = {
  copying: 'Copying the catalog',
  comparing: 'Comparing it with the current version',
  uploading: 'Sending',
}

const publishProgressText = ({ phase, bytesDone, bytesTotal }: PublishProgress, elapsedMs: number): string =>
  [
    PHASES[phase],
    ...(bytesTotal > 0 ? [`${bytesText(bytesDone)} of ${bytesText(bytesTotal)}`] : []),
    durationText(elapsedMs / 1000),
  ].join(' · ')
