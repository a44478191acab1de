/** Builds all commands: the operations, grouped as in the reference, then the commands that run the service. */
import { Command } from 'commander'
import { METES } from '../../util/command-name.ts'
import { addAdmin } from './commands/admin-command.ts'
import { addBackup } from './commands/backup-command.ts'
import { addCatalog } from './commands/catalog-command.ts'
import { addCompletion } from './commands/completion-command.ts'
import { addCoverSql } from './commands/cover-sql-command.ts'
import { addDoctor } from './commands/doctor-command.ts'
import { addEnrich } from './commands/enrich-command.ts'
import { addExportCatalog } from './commands/export-catalog-command.ts'
import { addImport } from './commands/import-command.ts'
import { addLogin } from './commands/login-command.ts'
import { addLogout } from './commands/logout-command.ts'
import { addMatch } from './commands/match-command.ts'
import { addMcp } from './commands/mcp-command.ts'
import { addOperation, serverOption } from './commands/operation-command.ts'
import { addPrefetch } from './commands/prefetch-command.ts'
import { addReload } from './commands/reload-command.ts'
import { addRestore } from './commands/restore-command.ts'
import { addServe } from './commands/serve-command.ts'
import { addTiles } from './commands/tiles-command.ts'
import { addWhoami } from './commands/whoami-command.ts'
import type { CliHost, CliIo, CommandOperation } from './host.ts'
import { commandNames } from './short-names.ts'
import { wantsColours } from './terminal/colours.ts'

const GROUP_TITLES: Readonly<Record<string, string>> = {
  boundaries: 'Boundaries:',
  areas: 'Areas:',
  jobs: 'Jobs:',
  account: 'Account and usage:',
  signin: 'Sign-in:',
  feedback: 'Feedback:',
  meta: 'About the service:',
}
const SERVICE_GROUP = 'Running the service:'

const SIGN_IN_COMMANDS = [addLogin, addWhoami, addLogout]
const SERVICE_COMMANDS = [
  addServe,
  addReload,
  addMcp,
  addImport,
  addPrefetch,
  addEnrich,
  addMatch,
  addTiles,
  addExportCatalog,
  addCatalog,
  addAdmin,
  addBackup,
  addRestore,
  addDoctor,
]

/** What all commands together use of the service in this process. */
export type CommandNeeds = (typeof SERVICE_COMMANDS)[number] extends (
  program: Command,
  io: CliIo,
  host: CliHost<infer Needs>,
) => void
  ? Needs
  : never

export const buildProgram = (
  operations: readonly CommandOperation[],
  io: CliIo,
  host: CliHost<CommandNeeds>,
): Command => {
  const program = new Command('metes')
    .description(
      'Boundaries and areas of the world: polygons by name, code or point, on this machine or from a server.',
    )
    .usage('<command> [options]')
    .version(host.version, '--version', 'Print the version')
    .helpOption('-h, --help', 'Show help for metes or a command')
    .addHelpCommand(
      new Command('help').argument('[command]').summary('Show help for a command.').helpGroup(SERVICE_GROUP),
    )
    .addOption(serverOption())
    .enablePositionalOptions()
    .configureHelp({
      subcommandTerm: (command) =>
        `${commandNames(command).toReversed().join(', ')} ${command.usage().replace('[options]', '').trim()}`,
    })
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // The caller of parseAsync reports all errors.
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 120),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 120),
      getOutHasColors: () => wantsColours(io.stdout, io.env),
      getErrHasColors: () => wantsColours(io.stderr, io.env),
    })
  for (const group of Object.keys(GROUP_TITLES)) {
    program.commandsGroup(GROUP_TITLES[group])
    for (const operation of operations.filter((each) => each.group === group))
      addOperation(program, operation, io, host)
  }
  program.commandsGroup(GROUP_TITLES.signin)
  for (const add of SIGN_IN_COMMANDS) add(program, io, host)
  program.commandsGroup(SERVICE_GROUP)
  for (const add of SERVICE_COMMANDS) add(program, io, host)
  addCoverSql(program, io)
  addCompletion(program, operations, io)
  program.addHelpText('after', INTRODUCTION)
  return program
}

const INTRODUCTION = `
Examples:
  $ ${METES} search Luxembourg
  $ ${METES} get iso:LU --output luxembourg.geojson
  $ ${METES} at 49.61 6.13
  $ ${METES} children iso:LU
  $ ${METES} area 'Belgium and Luxembourg' --output area.geojson
  $ ${METES} import luxembourg-latest.osm.pbf
  $ ${METES} serve

Answers go to stdout: tables and sentences on a terminal, JSON in a pipe, a file
or with --json. Everything else goes to stderr.
Exit codes: 0 success, 1 refused or failed, 2 wrong usage, 130 interrupted,
143 terminated.
"${METES} <command> --help" explains a command with its fields and examples.`
