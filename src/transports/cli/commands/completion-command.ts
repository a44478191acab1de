/** `metes completion SHELL`: prints a completion script for the shell. */
import { Argument, type Command, type Option } from 'commander'
import type { CliIo, CommandOperation } from '../host.ts'
import { dashedName, fieldsOf } from '../input/schema-options.ts'
import { commandNames } from '../short-names.ts'
import { type CompletedCommand, SCRIPTS, type Shell } from './completion-scripts.ts'

const INSTALL = `
To install it:
  bash   metes completion bash > ~/.local/share/bash-completion/completions/metes
  zsh    metes completion zsh > "\${fpath[1]}/_metes"
  fish   metes completion fish > ~/.config/fish/completions/metes.fish`

export const addCompletion = (program: Command, operations: readonly CommandOperation[], io: CliIo): void => {
  program
    .command('completion')
    .summary('Print a completion script for a shell.')
    .description('Prints a script with which the shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'Name of the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', INSTALL)
    .action((shell: Shell) => {
      io.stdout.write(
        SCRIPTS[shell](
          program.commands.flatMap((command) =>
            commandNames(command).map((name) => completed(name, command, operations)),
          ),
        ),
      )
    })
}

const NO_VALUE = { takesValue: false, takesFile: false, choices: [] } as const
const HELP = { flag: '--help', summary: 'Show help for the command', ...NO_VALUE }

const completed = (
  name: string,
  command: Command,
  operations: readonly CommandOperation[],
): CompletedCommand => {
  const operation = operations.find((each) => dashedName(each.name) === command.name())
  const choices = new Map(
    (operation === undefined ? [] : fieldsOf(operation)).map((field) => [field.flag, field.choices]),
  )
  const parts = [command, ...command.commands]
  return {
    name,
    summary: command.summary(),
    words: [
      ...command.commands.map((subcommand) => subcommand.name()),
      ...command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    ],
    options: [
      ...parts
        .flatMap((part) => part.options)
        .flatMap((option) =>
          longFlags(option).map((flag) => ({
            flag,
            summary: option.description,
            takesValue: option.required,
            takesFile: option.flags.includes('<file>'),
            choices: option.argChoices ?? choices.get(option.long ?? '') ?? [],
          })),
        ),
      HELP,
    ],
  }
}

/** An option may have a short name that is a word too. */
const longFlags = ({ flags, long, short }: Option): readonly string[] => [
  long ?? flags,
  ...(short?.startsWith('--') ? [short] : []),
]
