/**
 * Finds references that lead nowhere: paths and names in backticks, in comments and documents, and links of documents.
 *
 * - A path has the extension of a source or document, or begins with a folder of the root or of `src/`. It must be the end of
 *   the path of a file or folder: `ops/index.ts` is `src/ops/index.ts`. `*`, `<…>` and `{…}` stand for anything in one name.
 * - A name has an inner capital letter or an underscore, as `foldName` and `MAX_NAMES` have; in a comment, a first capital letter
 *   is enough, as in `Rings`. It must be a word of some code or data, or of a dependency. Records of decisions and the changelog
 *   may use the names of their time.
 */

export interface Stale {
  readonly path: string
  /** From 1. */
  readonly line: number
  /** As written. */
  readonly text: string
  readonly is: 'path' | 'name'
}

export interface Project {
  /** Paths of all files, relative to the root. */
  readonly paths: readonly string[]
  readonly textOf: (path: string) => string
  /** Returns those of the paths and names that are somewhere else, such as in a dependency. */
  readonly foundElsewhere: (unknown: ReadonlySet<string>) => ReadonlySet<string>
}

export const findStale = ({ paths, textOf, foundElsewhere }: Project): readonly Stale[] => {
  const places = placesOf(paths)
  const words = new Set<string>()
  const references: (Stale & { readonly leadsTo: readonly string[] })[] = []
  for (const path of paths.filter((each) => READ.test(each))) {
    const { code, prose } = partsOf(path, textOf(path))
    for (const [word] of code.matchAll(WORD)) words.add(word)
    for (const { text, line, isLink } of referencesIn(prose)) {
      if (isLink || isPath(text, places)) references.push({ path, line, text, is: 'path', leadsTo: [text] })
      else if (!HISTORY.test(path))
        references.push({ path, line, text, is: 'name', leadsTo: namesIn(text, path.endsWith('.md')) })
    }
  }
  const isKnown = { path: (text: string) => exists(text, places), name: (text: string) => words.has(text) }
  const unknown = new Set(
    references.flatMap(({ is, leadsTo }) => leadsTo.filter((each) => !isKnown[is](each))),
  )
  const missing = unknown.size === 0 ? unknown : unknown.difference(foundElsewhere(unknown))
  return references.filter(({ leadsTo }) => leadsTo.some((each) => missing.has(each)))
}

/** Files whose comments, texts or words count. */
const READ = /\.(?:ts|js|md|ya?ml|json|css|html|sh|py|sql)$|\/Containerfile$/
const HISTORY = /^docs\/decisions\/|^CHANGELOG\.md$/
const WORD = /[A-Za-z_$][\w$]*/g

/** Both keep the lines of the file. */
interface Parts {
  readonly code: string
  readonly prose: string
}

const partsOf = (path: string, text: string): Parts => {
  if (path.endsWith('.md')) return { code: '', prose: withoutCodeBlocks(text) }
  const comment = /\.(?:ya?ml|sh|py)$|\/Containerfile$/.test(path)
    ? HASH_COMMENT
    : /\.(?:ts|js)$/.test(path)
      ? COMMENT
      : null
  if (comment === null) return { code: text, prose: '' }
  const lines = text.split('\n')
  return {
    code: lines.map((line) => line.replace(comment, '')).join('\n'),
    prose: lines.map((line) => comment.exec(line)?.[1] ?? '').join('\n'),
  }
}

/** Lines of block comments, and line comments. */
const COMMENT = /(?:^\s*(?:\/\*\*?|\*(?=[\s/]))|(?:^|\s)\/\/)(.*)$/
const HASH_COMMENT = /(?:^|\s)#(.*)$/

const withoutCodeBlocks = (markdown: string): string => {
  let isFenced = false
  return markdown
    .split('\n')
    .map((line) => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isFenced = !isFenced
      return isFenced || isFence || /^ {4}/.test(line) ? '' : line
    })
    .join('\n')
}

interface Reference {
  readonly text: string
  readonly line: number
  readonly isLink: boolean
}

/** Text in backticks may continue on the next line, not beyond an empty one. */
const REFERENCE = /`((?:[^`\n]|\n(?!\s*\n))+)`|\]\((?![a-z]+:|[/#])([^)\s]+)\)/g

const referencesIn = (prose: string): readonly Reference[] =>
  Array.from(prose.matchAll(REFERENCE), ({ index, 1: quoted, 2: link }) => ({
    text: quoted ?? link,
    line: prose.slice(0, index).split('\n').length,
    isLink: quoted === undefined,
  }))

interface Places {
  /** Every end of the path of every file and folder. */
  readonly ends: ReadonlySet<string>
  /** Folders of the root and of `src/`. */
  readonly rooms: ReadonlySet<string>
}

const placesOf = (paths: readonly string[]): Places => {
  const ends = new Set<string>()
  const rooms = new Set<string>()
  for (const path of paths) {
    const names = path.split('/')
    if (names.length > 1) rooms.add(names[0])
    if (names.length > 2 && names[0] === 'src') rooms.add(names[1])
    for (let end = 1; end <= names.length; end++)
      for (let start = 0; start < end; start++) ends.add(names.slice(start, end).join('/'))
  }
  return { ends, rooms }
}

const PATH = /^(?:\.{1,2}\/)*[\w*<{-][\w.*<>{},-]*(?:\/[\w.*<>{},-]+)*\/?(?::\d+)?$/
const SOURCE = /\.(?:ts|js|md|ya?ml|css|html|sh|py)(?::\d+)?$/

const isPath = (text: string, { rooms }: Places): boolean =>
  PATH.test(text) && (SOURCE.test(text) || (text.includes('/') && rooms.has(plain(text).split('/')[0])))

const plain = (text: string): string => text.replace(/^(?:\.{1,2}\/)+/, '').replace(/#.*$|:\d+$|\/$/g, '')

const exists = (text: string, { ends }: Places): boolean => {
  const path = plain(text)
  // The browser and the package get JavaScript that is made from TypeScript.
  if (['', '.'].includes(path) || ends.has(path) || ends.has(path.replace(/\.js$/, '.ts'))) return true
  if (!/[*<{]/.test(path)) return false
  const pattern = new RegExp(
    `^${path
      .replace(/\*|<[^>]*>|\{[^}]*\}/g, '\0')
      .replace(/[.+]/g, '\\$&')
      .replaceAll('\0', '[^/]*')}$`,
  )
  return ends.values().some((end) => pattern.test(end))
}

/** `Intl.Segmenter`, `foldName()` */
const NAMES = /^[\w$]+(?:\.[\w$]+)*(?:\(\))?$/
const CODE_LIKE = /[a-z][A-Z]|\w_\w/
const CAPITALIZED = /^[A-Z][a-z]/

/** A capitalized word of a document may be text that somebody types. */
const namesIn = (text: string, isDocument: boolean): readonly string[] =>
  NAMES.test(text)
    ? (text.match(WORD) ?? []).filter(
        (name) => CODE_LIKE.test(name) || (!isDocument && CAPITALIZED.test(name)),
      )
    : []
