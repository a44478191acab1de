/** Runs a command line and returns the exit code. All dependencies are passed in, so that tests run it in-process. */
import { CommanderError } from 'commander'
import { CommandFailure } from '../client/failure.ts'
import { type Paint, painter } from './colours.ts'
import { EXIT, failureMessages, UsageError } from './exit.ts'
import type { CliHost, CliIo } from './host.ts'
import { ProblemError, problemText } from './problem-text.ts'
import { buildProgram } from './program.ts'
import { terminalText } from './terminal-text.ts'

export const runCli = async (argv: readonly string[], io: CliIo, host: CliHost): Promise<number> => {
  let commands: readonly string[] = []
  try {
    const program = buildProgram(await host.operations(), io, host)
    commands = program.commands.map((command) => command.name())
    if (argv.length === 0) program.outputHelp()
    else await program.parseAsync([...argv], { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return report(
      error,
      argv.find((word) => commands.includes(word)),
      io,
    )
  }
}

const report = (error: unknown, command: string | undefined, io: CliIo): number => {
  const paint = painter(io.stderr, io.env)
  if (io.signal.aborted) return io.signal.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted
  if (error instanceof ProblemError) {
    io.stderr.write(problemText(error, paint))
    return EXIT.failure
  }
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
  // A missing subcommand: commander has printed the help.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage
  if (error instanceof CommanderError || error instanceof UsageError) {
    io.stderr.write(usageText(error.message, command, paint))
    return EXIT.usage
  }
  io.stderr.write(`${paint('red', 'Error:')} ${failureMessages(error).map(terminalText).join('\n  ')}\n`)
  if (!(error instanceof CommandFailure) && io.env.METES_LOG_LEVEL === 'debug' && error instanceof Error) {
    io.stderr.write(`${(error.stack ?? '').split('\n').map(terminalText).join('\n')}\n`)
  }
  return EXIT.failure
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
