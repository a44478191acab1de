/** `metes catalog conflicts` and `metes catalog resolve`: objects that claim to be known boundaries, and the decision about each. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { type BoundaryId, canonicalId, parseBoundaryReference } from '../../../domain/boundary/id.ts'
import type { IdentityDecision, StoredConflict } from '../../../domain/catalog/ports.ts'
import { METES } from '../../../util/command-name.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import type { CliHost, CliIo } from '../host.ts'
import { commandTable, tableColumns } from '../output/answer-text/table.ts'
import { writeJson } from '../terminal/standard-output.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { withService } from './with-service.ts'

export interface ConflictNeeds {
  /** Returns the undecided conflicts of imported and fetched boundaries with known ones. */
  listConflicts(): Promise<readonly StoredConflict[]>
  /** Decides for now and for later; returns false if the object was neither imported nor fetched. */
  decideIdentity(id: BoundaryId, decision: IdentityDecision): Promise<boolean>
}

export const addIdentityCommands = (catalog: Command, io: CliIo, host: CliHost<ConflictNeeds>): void => {
  catalog
    .command('conflicts')
    .summary('List objects in conflict with known boundaries.')
    .description(
      `Lists imported and fetched objects that claim the code, entity, name or place of a known boundary but differ in kind, level, container or land. Until you decide with "${METES} catalog resolve", the known boundary keeps everything, and such an object is found only by its own id.`,
    )
    .option('--json', 'Print the list as JSON')
    .addHelpText('after', CONFLICTS_EXAMPLES)
    .action(async ({ json }: { json?: boolean }) => {
      const conflicts = await withService(host, (service) => service.listConflicts())
      if (json) writeJson({ conflicts: conflicts.map(conflictJson) }, io)
      else if (conflicts.length === 0) io.stderr.write('No conflicts.\n')
      else io.stdout.write(conflictText(conflicts, io))
    })
  catalog
    .command('resolve')
    .summary('Resolve conflicts with known boundaries.')
    .description(
      'Keeps or rejects objects, now and in later imports and fetches.\n--keep: the object is right. It is listed, and replaces a known boundary if each has at least half of the other’s land; otherwise that boundary keeps what the object claims.\n--reject: the object is wrong. It takes nothing from a known boundary, and gives back what it had taken.\nA kept object that later claims more, or whose land changes a lot, is in conflict again. A later decision replaces an earlier one.',
    )
    .addArgument(
      new Argument('<id...>', 'Ids of the objects, such as r51477').argParser(
        (text: string, previous: readonly BoundaryId[] | undefined) => [...(previous ?? []), objectId(text)],
      ),
    )
    .addOption(new Option('--keep', 'The objects are right').conflicts('reject'))
    .addOption(new Option('--reject', 'The objects are wrong'))
    .addHelpText('after', RESOLVE_EXAMPLES)
    .action(
      async (
        ids: readonly BoundaryId[],
        { keep, reject }: { keep?: boolean; reject?: boolean },
        command: Command,
      ) => {
        if (keep !== true && reject !== true)
          command.error('error: add --keep or --reject', { exitCode: WRONG_USAGE })
        await withService(host, async (service) => {
          const unknown: BoundaryId[] = []
          for (const id of ids) {
            const decision = keep === true ? 'keep' : 'reject'
            if (await service.decideIdentity(id, decision)) io.stderr.write(`${id}: ${OUTCOMES[decision]}\n`)
            else unknown.push(id)
          }
          if (unknown.length > 0)
            throw new CommandFailure(
              `No imported or fetched boundary has the id ${unknown.join(', ')}. Run "${METES} catalog conflicts" to list the conflicts.`,
            )
        })
      },
    )
}

const WRONG_USAGE = 2

const CONFLICTS_EXAMPLES = `
Examples:
  $ ${METES} catalog conflicts
  $ ${METES} catalog conflicts --json`

const RESOLVE_EXAMPLES = `
Examples:
  $ ${METES} catalog resolve r1155955 --keep
  $ ${METES} catalog resolve r900000001 r900000002 --reject`

const OUTCOMES: Readonly<Record<IdentityDecision, string>> = {
  keep: 'kept. It is now listed.',
  reject: 'rejected. Known boundaries keep everything that it claims.',
}

const objectId = (text: string): BoundaryId => {
  const reference = parseBoundaryReference(text)
  if ('problem' in reference) throw new InvalidArgumentError(reference.problem)
  if ('number' in reference) return canonicalId(reference)
  throw new InvalidArgumentError('It must be the id of an OpenStreetMap object, such as r51477.')
}

const COLUMNS = tableColumns(['id', 'name', 'from', 'claims', 'of'])

const SOURCES: Readonly<Record<StoredConflict['origin'], string>> = {
  extract: 'import',
  live: 'live map',
  atlas: 'atlas',
}

/** A table, and below each row the reason. What an object claims of one boundary is one row. */
const conflictText = (all: readonly StoredConflict[], io: CliIo): string => {
  const groups = [...Map.groupBy(all, ({ id, holder }) => `${id} ${holder.id}`).values()]
  const conflicts = groups.map(([first]) => first)
  const rows = groups.map((group) => [
    group[0].id,
    group[0].name,
    SOURCES[group[0].origin],
    group.map(({ claim }) => claim).join(', '),
    `${group[0].holder.name} (${group[0].holder.id})`,
  ])
  const [head, ...lines] = commandTable(COLUMNS, rows, io).trimEnd().split('\n')
  return [
    head,
    ...lines.flatMap((line, index) => [line, `  ${terminalText(conflicts[index].reason)}`]),
    '',
    `Until you decide, each object is found only by its own id. Decide with "${METES} catalog resolve ID --keep" or "--reject".`,
    '',
  ].join('\n')
}

const conflictJson = (conflict: StoredConflict): object => {
  const { id, name, origin: source, claim, reason, replacesIfKept, notedAt } = conflict
  const holder = { id: conflict.holder.id, name: conflict.holder.name }
  return { id, name, source, claim, holder, reason, replaces_if_kept: replacesIfKept, noted_at: notedAt }
}
