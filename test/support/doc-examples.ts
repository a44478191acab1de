/** The commands in the code blocks of a Markdown page, with the answers that the page shows for them. */

export interface DocExample {
  readonly commands: readonly string[]
  /** Blocks after the commands, up to the next commands or heading. */
  readonly samples: readonly string[]
}

const COMMAND = /^(\$ )?((?:[A-Z_]+=\S+ )?(?:echo .* \| )?(?:npx )?(?:curl|metes) .*)$/

export const examplesOf = (page: string): readonly DocExample[] => {
  const examples: { commands: string[]; samples: string[] }[] = []
  let open: { commands: string[]; samples: string[] } = { commands: [], samples: [] }
  examples.push(open)
  let last: CodeBlock | null = null
  for (const block of blocksOf(page)) {
    if (block === null) {
      last = null
      open = { commands: [], samples: [] }
      examples.push(open)
      continue
    }
    // `test/registry/client-examples.test.ts` and `test/client/python/test_service.py` run these.
    if (/^(?:ts|python) ./.test(block.info)) continue
    const isOtherForm = isForm(block) && isForm(last)
    last = block
    let sample: string[] = []
    const keep = (): void => {
      const text = sample.join('\n').trim()
      if (text !== '') open.samples.push(text)
      sample = []
    }
    let isFirst = true
    for (const line of block.code.replace(/ \\\n\s*/g, ' ').split('\n')) {
      const [, prompt, command] = COMMAND.exec(line) ?? []
      if (command === undefined) {
        // The tests set what the reader exports.
        if (!line.startsWith('export ')) sample.push(line)
        continue
      }
      // In a session each command is followed by its own answer.
      if ((isFirst && !isOtherForm) || prompt !== undefined) {
        keep()
        open = { commands: [], samples: [] }
        examples.push(open)
      }
      isFirst = false
      open.commands.push(command)
    }
    keep()
  }
  return examples
}

/** A named block is one form of a call. */
const isForm = (block: CodeBlock | null): boolean => block?.info.includes(' ') ?? false

export interface CodeBlock {
  /** After the fence: the language, and the name of the form; empty if there is none. */
  readonly info: string
  readonly code: string
  /** The page up to the block. */
  readonly before: string
}

/** The code blocks, indented or fenced; null for a heading between them. */
export const blocksOf = (page: string): readonly (CodeBlock | null)[] => {
  const blocks: (CodeBlock | null)[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const before = lines.slice(0, at).join('\n')
    if (/^#+ /.test(lines[at])) blocks.push(null)
    else if (lines[at].startsWith('```')) {
      const end = lines.indexOf('```', at + 1)
      blocks.push({ info: lines[at].slice(3), code: lines.slice(at + 1, end).join('\n'), before })
      at = end
    } else if (/^ {4}\S/.test(lines[at]) && lines[at - 1] === '') {
      let end = at
      while (/^ {4}/.test(lines[end] ?? '')) end++
      const code = lines.slice(at, end).map((line) => line.slice(4))
      blocks.push({ info: '', code: code.join('\n'), before })
      at = end
    }
  }
  return blocks
}

/** Values that differ from call to call, or from machine to machine. */
const CHANGING: readonly RegExp[] = [
  /\b(?:job|req|mts)_[0-9A-Za-z]+/g,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
  /\b[B-Z]{4}-[B-Z]{4}\b/g,
  /\bGmRhm…/g,
  /Node v[\d.]+ on \w+ \w+/g,
  /\/srv\/metes/g,
]

/** `…` stands for anything, as does `… 3 more`; spaces do not count. */
export const shows = (answer: string, sample: string): boolean => {
  const dense = answer.replace(/\s/g, '')
  const parts = CHANGING.reduce((text, changing) => text.replace(changing, '…'), sample)
    .replace(/… \d+ more/g, '…')
    .replace(/\s/g, '')
    .split(/…+/)
  let at = 0
  for (const part of parts) {
    const found = dense.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** Whether the answer of a command goes to a terminal, not to a pipe or file. */
export const isTyped = (line: string): boolean => !/\| |>/.test(line)

/** With these variables, programs take their stdout for a terminal, as that of the reader is. */
export const TERMINAL: Readonly<Record<string, string>> = {
  NODE_OPTIONS: '--import=data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:100})',
  NO_COLOR: '1',
}
