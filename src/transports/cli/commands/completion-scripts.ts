/** Completion scripts for the shells. They are self-contained, so that completion starts no process. */

interface CompletedOption {
  readonly flag: string
  readonly summary: string
  readonly takesValue: boolean
  readonly takesFile: boolean
  readonly choices: readonly string[]
}

export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  /** Subcommands, or the values of a positional argument. */
  readonly words: readonly string[]
  readonly options: readonly CompletedOption[]
}

type Script = (commands: readonly CompletedCommand[]) => string

const bash: Script = (commands) => `# Completion of metes for bash.
_metes() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" words=""
  [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}"
  case "$command $previous" in
${commands.flatMap(bashChoices).join('\n')}
    *) case "$previous" in
      ${flagsThat(commands, (option) => option.takesFile)}) COMPREPLY=($(compgen -f -- "$word")); return ;;
      ${flagsThat(commands, (option) => option.takesValue && !option.takesFile)}) COMPREPLY=(); return ;;
    esac ;;
  esac
  case "$command" in
    '') words='${commands.map(({ name }) => name).join(' ')} --help --version' ;;
${commands.map(({ name, words, options }) => `    ${name}) words='${[...words, ...options.map(({ flag }) => flag)].join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _metes metes
`

const bashChoices = ({ name, options }: CompletedCommand): readonly string[] =>
  options
    .filter(({ choices }) => choices.length > 0)
    .map(
      ({ flag, choices }) =>
        `    '${name} ${flag}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
    )

const flagsThat = (
  commands: readonly CompletedCommand[],
  test: (option: CompletedOption) => boolean,
): string =>
  [...new Set(commands.flatMap(({ options }) => options.filter(test).map(({ flag }) => flag)))].join('|')

const zsh: Script = (commands) => `#compdef metes
# Completion of metes for zsh.
_metes() {
  local state
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C '1: :->command' '*:: :->arguments'
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
${commands.map(zshCommand).join('\n')}
      esac ;;
  esac
}
compdef _metes metes
[ "$funcstack[1]" = _metes ] && _metes "$@"
`

const zshCommand = ({ name, words, options }: CompletedCommand): string => {
  const specs = options.map(({ flag, summary, takesValue, takesFile, choices }) => {
    const value = takesFile
      ? ':file:_files'
      : takesValue
        ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : ' '}`
        : ''
    return quoted(`*${flag}[${summary.replace(/[[\]:\\]/g, '\\$&')}]${value}`)
  })
  const argument =
    words.length > 0 ? `'1: :(${words.join(' ')})' ` : name === 'import' ? "'1:file:_files' " : ''
  return `        ${name}) _arguments ${argument}${specs.join(' ')} ;;`
}

const fish: Script = (commands) => `# Completion of metes for fish.
complete -c metes -f
${commands.map(({ name, summary }) => `complete -c metes -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`).join('\n')}
${commands.flatMap(fishCommand).join('\n')}
`

const fishCommand = ({ name, words, options }: CompletedCommand): readonly string[] => {
  const when = `complete -c metes -n '__fish_seen_subcommand_from ${name}'`
  return [
    ...(words.length > 0 ? [`${when} -a '${words.join(' ')}'`] : name === 'import' ? [`${when} -F`] : []),
    ...options.map(({ flag, summary, takesValue, takesFile, choices }) => {
      const value = takesFile
        ? ' -r -F'
        : takesValue
          ? ` -x${choices.length > 0 ? ` -a '${choices.join(' ')}'` : ''}`
          : ''
      return `${when} -l ${flag.slice(2)}${value} -d ${quoted(summary)}`
    }),
  ]
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const SCRIPTS = { bash, zsh, fish } as const satisfies Readonly<Record<string, Script>>
export type Shell = keyof typeof SCRIPTS
