/**
 * A command of the program in this process, which loads the service once and not for every command. Its streams, settings and exit code
 * are those of `bin/metes.js`; what a process of its own adds, cli-process.test.ts tests.
 */
import { cliHostOf } from '../../src/app/cli-host.ts'
import { runCli } from '../../src/transports/cli/run.ts'

export const commandHere = async (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> => {
  const [stdout, stderr] = [captured(), captured()]
  const code = await runCli(
    args,
    { stdin: nothing(), stdout, stderr, env, signal: new AbortController().signal },
    cliHostOf(env),
  )
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

async function* nothing(): AsyncIterable<string> {}

const captured = () => {
  const pieces: Buffer[] = []
  return {
    write: (piece: string | Uint8Array) => pieces.push(Buffer.from(piece)),
    text: () => Buffer.concat(pieces).toString(),
  }
}
