/** Which code blocks readers copy: commands, programs and configuration, but not answers. */

export interface CodePart {
  readonly code: string
  readonly isCopied: boolean
}

/** Cuts a block where an answer follows its command after an empty line; a session with prompts is one part. */
export const codeParts = (code: string, language: string, showsAnswers: boolean): readonly CodePart[] => {
  const pieces = language === '' && !code.startsWith('$ ') ? code.split(/\n{2,}/) : [code]
  const parts: CodePart[] = []
  for (const piece of pieces) {
    const part = { code: piece, isCopied: isCopied(piece, language, showsAnswers) }
    const last = parts.at(-1)
    if (last?.isCopied === part.isCopied)
      parts[parts.length - 1] = { ...part, code: `${last.code}\n\n${piece}` }
    else parts.push(part)
  }
  return parts
}

const isCopied = (code: string, language: string, showsAnswers: boolean): boolean => {
  if (language === 'json' || /^[[{]/.test(code)) return !showsAnswers && !code.includes('…')
  return language === '' ? STARTS_WITH_COMMAND.test(code) : language !== 'text'
}

/** Also after a prompt and settings: `$ NAME=value npx metes …`; or a line of a program. */
const STARTS_WITH_COMMAND =
  /^(?:\$ )?(?:[A-Z_]+=(?:'[^']*'|\S)+ )*(?:claude|curl|import|const|git|metes|node|npm|npx|ogr2ogr|pip|python3?) /
