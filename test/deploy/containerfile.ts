/** What deploy/Containerfile says about the image. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Without comments, each instruction on one line. */
const INSTRUCTIONS = readFileSync(
  fileURLToPath(new URL('../../deploy/Containerfile', import.meta.url)),
  'utf8',
)
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/ *\\\n */g, ' ')
  .split('\n')
  .filter((line) => line !== '')

/** Arguments of the build, with their defaults. */
export const buildArguments = (): Readonly<Record<string, string>> => pairsOf(INSTRUCTIONS, 'ARG')

/** Of the last stage. */
const OF_IMAGE = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex((line) => line.startsWith('FROM ')))

/** Environment variables that the image sets. */
export const imageSettings = (): Readonly<Record<string, string>> => pairsOf(OF_IMAGE, 'ENV')

export const imageUser = (): string => wordsOf(OF_IMAGE, 'USER')[0]

/** The path that the health check asks for. */
export const healthCheckPath = (): string => {
  const line = OF_IMAGE.find((each) => each.startsWith('HEALTHCHECK '))
  const [, path] = /PORT \|\| \d+\}(\/\w+)`/.exec(line ?? '') ?? []
  return path
}

const wordsOf = (lines: readonly string[], instruction: string): readonly string[] =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .flatMap((line) => line.slice(instruction.length + 1).split(' '))

const pairsOf = (lines: readonly string[], instruction: string): Readonly<Record<string, string>> =>
  Object.fromEntries(wordsOf(lines, instruction).map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
