/** Which code blocks readers copy: commands, programs and configuration, but not answers. */

export const isCopied = (code: string, language: string, showsAnswers: boolean): boolean => {
  if (language === 'json' || /^[[{]/.test(code)) return !showsAnswers && !code.includes('…')
  return language === '' ? STARTS_WITH_COMMAND.test(code) : language !== 'text'
}

/** Also after a prompt and settings: `$ NAME=value npx metes …`; or a line of a program. */
const STARTS_WITH_COMMAND =
  /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:claude|curl|import|const|git|metes|node|npm|npx|ogr2ogr|pip|python3?) /
