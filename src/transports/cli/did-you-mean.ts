/** What an unknown command or option may mean. Commander suggests what is spelled like it; its meaning in other programs comes first. */
import type { Command } from 'commander'
import { commandNames } from './short-names.ts'

export const withSuggestion = (
  message: string,
  commands: readonly Command[],
  called: Command | undefined,
): string => {
  const [first, what, unknown = ''] = /^error: unknown (command|option) '(.+)'/.exec(message) ?? []
  const meant =
    what === 'command'
      ? (OTHER_COMMANDS[unknown] ??
        commands.flatMap(commandNames).filter((name) => name.split('-').includes(unknown)))
      : (called?.options ?? []).flatMap(({ long }) => (long === OTHER_WORDS[unknown] ? (long ?? []) : []))
  if (meant.length === 0) return message
  return `${first}\n(Did you mean ${meant.length === 1 ? '' : 'one of '}${meant.join(', ')}?)`
}

/** What commands are called in other programs. */
const OTHER_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  start: ['serve'],
  run: ['serve'],
  server: ['serve'],
}

/** What options are called in other programs. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  '--lang': '--language',
  '--languages': '--language',
  '--locale': '--language',
  '--out': '--output',
  '--outfile': '--output',
  '--file': '--output',
  '--type': '--format',
  '--lng': '--lon',
  '--long': '--lon',
}
