/** Runs a command line and returns the exit code. All dependencies are passed in, so that tests run it in-process. */
import { type Command, CommanderError } from 'commander'
import { METES } from '../../util/command-name.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { CommandFailure } from '../client/command-failure.ts'
import { withSuggestion } from './did-you-mean.ts'
import { EXIT, failureMessages, UsageError } from './exit-codes.ts'
import type { CliHost, CliIo } from './host.ts'
import { withPastedPosition } from './input/pasted-position.ts'
import { wrapped } from './output/answer-text/sentences.ts'
import { ProblemError, problemText } from './output/problem-text.ts'
import { buildProgram, type CommandNeeds } from './program.ts'
import { commandNames } from './short-names.ts'
import { type Paint, painter } from './terminal/colours.ts'
import { terminalText } from './terminal/terminal-text.ts'

export const runCli = async (
  argv: readonly string[],
  io: CliIo,
  host: CliHost<CommandNeeds>,
): Promise<number> => {
  let commands: readonly Command[] = []
  try {
    const program = buildProgram(await host.operations(), io, host)
    commands = program.commands
    if (argv.length === 0) program.outputHelp()
    else await program.parseAsync(readableArguments(argv, commands), { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return report(error, argv, commands, io)
  }
}

/** `help catalog remove` as `catalog remove --help`, and `at 47.14,9.52` as `at 47.14 9.52`; without an option that would hide that the command is unknown. */
const readableArguments = (argv: readonly string[], commands: readonly Command[]): string[] => {
  const [first, ...others] = argv[0] === 'help' && argv.length > 1 ? [...argv.slice(1), '--help'] : argv
  const isUnknown =
    !first.startsWith('-') && first !== 'help' && calledCommand([first], commands) === undefined
  if (isUnknown) return [first]
  return [first, ...withPastedPosition(calledCommand([first], commands)?.meant, others)]
}

const report = (error: unknown, argv: readonly string[], commands: readonly Command[], io: CliIo): number => {
  const paint = painter(io.stderr, io.env)
  const width = io.stderr.isTTY === true ? io.stderr.columns || null : null
  if (io.signal.aborted) return io.signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted
  if (error instanceof ProblemError) {
    io.stderr.write(problemText(error, width, paint))
    if (error.problem.code === 'invalid_input')
      io.stderr.write(helpHint(calledCommand(argv, commands)?.words))
    return EXIT.failure
  }
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
  // A missing subcommand: commander has printed the help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage
  if (error instanceof CommanderError || error instanceof UsageError) {
    const command = calledCommand(argv, commands)
    io.stderr.write(
      usageErrorText(withSuggestion(error.message, commands, command?.meant), command?.words, width, paint),
    )
    return EXIT.usage
  }
  io.stderr.write(errorText(failureMessages(error), width, paint))
  if (isStorageFull(error)) io.stderr.write(DISK_HINT)
  if (!(error instanceof CommandFailure) && io.env.METES_LOG_LEVEL === 'debug' && error instanceof Error) {
    io.stderr.write(`${(error.stack ?? '').split('\n').map(terminalText).join('\n')}\n`)
  }
  return EXIT.failure
}

/** The first sentences follow "Error:"; the others, and the rest of a wrapped line, are indented. */
const errorText = ([first, ...causes]: readonly string[], width: number | null, paint: Paint): string => {
  const room = width === null ? null : width - INDENT.length
  const lines = [`${ERROR} ${first}`, ...causes].flatMap((text) => wrapped(terminalText(text), room))
  return `${paint('red', ERROR)}${lines.join(`\n${INDENT}`).slice(ERROR.length)}\n`
}

const ERROR = 'Error:'
const INDENT = '  '

const DISK_HINT = `Run "${METES} doctor" to see which disk is full.\n`

interface CalledCommand {
  readonly meant: Command
  /** As written: `catalog remove`. */
  readonly words: string
}

/** The command that the words name, or its subcommand. */
const calledCommand = (argv: readonly string[], commands: readonly Command[]): CalledCommand | undefined => {
  for (const [at, word] of argv.entries()) {
    const meant = commands.find((command) => commandNames(command).includes(word))
    if (meant === undefined) continue
    const below = calledCommand(argv.slice(at + 1, at + 2), meant.commands)
    return below === undefined ? { meant, words: word } : { ...below, words: `${word} ${below.words}` }
  }
  return undefined
}

/** Reformats commander's "error: …" with its suggestion on the next line. */
const usageErrorText = (
  message: string,
  command: string | undefined,
  width: number | null,
  paint: Paint,
): string => {
  const [first, ...others] = message.replace(/^error: /, '').split('\n')
  const sentence = first.charAt(0).toUpperCase() + first.slice(1)
  return `${errorText([sentence], width, paint)}${others.map((line) => `${terminalText(line)}\n`).join('')}${helpHint(command)}`
}

const helpHint = (command: string | undefined): string =>
  `See "${METES} ${command === undefined ? '' : `${command} `}--help".\n`
