/** Runs a command line and returns the exit code. All dependencies are passed in, so that tests run it in-process. */
import { CommanderError } from 'commander'
import { CommandFailure } from '../client/failure.ts'
import { type Paint, painter } from './colours.ts'
import { EXIT, failureMessages, UsageError } from './exit.ts'
import type { CliHost, CliIo } from './host.ts'
import { ProblemError, problemText } from './problem-text.ts'
import { buildProgram } from './program.ts'
import { namesOf } from './short-names.ts'
import { terminalText } from './terminal-text.ts'

export const runCli = async (argv: readonly string[], io: CliIo, host: CliHost): Promise<number> => {
  let commands: readonly string[] = []
  try {
    const program = buildProgram(await host.operations(), io, host)
    commands = program.commands.flatMap(namesOf)
    if (argv.length === 0) program.outputHelp()
    else await program.parseAsync([...argv], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return report(error, argv, commands, io)
  }
}

const report = (error: unknown, argv: readonly string[], commands: readonly string[], io: CliIo): number => {
  const paint = painter(io.stderr, io.env)
  if (io.signal.aborted) return io.signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted
  if (error instanceof ProblemError) {
    io.stderr.write(problemText(error, io.stderr.isTTY === true ? io.stderr.columns || null : null, paint))
    return EXIT.failure
  }
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
  // A missing subcommand: commander has printed the help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage
  if (error instanceof CommanderError || error instanceof UsageError) {
    const command = argv.find((word) => commands.includes(word))
    io.stderr.write(usageText(withSuggestion(error.message, commands), command, paint))
    return EXIT.usage
  }
  io.stderr.write(`${paint('red', 'Error:')} ${failureMessages(error).map(terminalText).join('\n  ')}\n`)
  if (!(error instanceof CommandFailure) && io.env.METES_LOG_LEVEL === 'debug' && error instanceof Error) {
    io.stderr.write(`${(error.stack ?? '').split('\n').map(terminalText).join('\n')}\n`)
  }
  return EXIT.failure
}

/** Commander suggests commands that are spelled like the unknown one. Those that have it as a word come first: `union`. */
const withSuggestion = (message: string, commands: readonly string[]): string => {
  const [first, unknown] = /^error: unknown command '(.+)'/.exec(message) ?? []
  const meant = commands.filter((name) => name.split('-').includes(unknown ?? ''))
  if (meant.length === 0) return message
  return `${first}\n(Did you mean ${meant.length === 1 ? '' : 'one of '}${meant.join(', ')}?)`
}

/** Reformats commander's "error: …" with its suggestion on the next line. */
const usageText = (message: string, command: string | undefined, paint: Paint): string => {
  const [first, ...others] = message
    .replace(/^error: /, '')
    .split('\n')
    .map(terminalText)
  const sentence = first.charAt(0).toUpperCase() + first.slice(1)
  const help = command === undefined ? 'metes --help' : `metes ${command} --help`
  return [`${paint('red', 'Error:')} ${sentence}`, ...others, `See "${help}".`, ''].join('\n')
}
