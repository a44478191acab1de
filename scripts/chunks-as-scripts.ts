/**
 * Turns the large files of the program into scripts. V8 keeps what it has compiled of a module before the module runs, so that every process
 * compiles each function again that it calls. What it has compiled of a script can be kept later (`src/util/run-script.ts`).
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, sep } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

/** For less, reading two files more takes longer than it saves. */
const MIN_CHARACTERS = 50_000
const RUN_SCRIPT = 'util/run-script.js'

/** Each file stays a module with the same imports and exports: it passes the imports to its script, and takes the exports from it. */
export const chunksAsScripts = (folder: string): void => {
  for (const file of globSync('**/*.js', { cwd: folder })) {
    const path = file.replaceAll(sep, '/')
    const code = readFileSync(join(folder, file), 'utf8')
    if (code.length < MIN_CHARACTERS) continue
    const parts = partsOf(code, path)
    if (parts === null) continue
    const { statements, imported, exported, body } = parts
    const script = `(function(${['$module', '$import', ...imported]}) {"use strict";\n${body}\nreturn {${exported}};\n})`
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 8)
    const name = `${basename(path, '.js')}-${hash}.script`
    writeFileSync(join(folder, dirname(path), name), script)
    const runScript = posix.relative(posix.dirname(path), RUN_SCRIPT)
    const module = [
      `import { runScript } from "${runScript}";`,
      ...statements.imports,
      `const {${exported}} = runScript(new URL("./${name}", import.meta.url))(${['import.meta', '(name) => import(name)', ...imported]});`,
      ...statements.exports,
    ]
    writeFileSync(join(folder, path), module.map((statement) => `${statement}\n`).join(''))
  }
}

/** The parts of a file as rolldown writes it; null if it exports what changes later, which its module would not see. */
const partsOf = (code: string, path: string) => {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const statements = { imports: [] as string[], exports: [] as string[] }
  const imported: string[] = []
  const exported = new Set<string>()
  const variables = new Set<string>()
  const assigned = new Set<string>()
  const changes: Change[] = []
  for (const node of program.body) {
    const { start, end } = node
    if (node.type === 'ImportDeclaration') {
      imported.push(...node.specifiers.map(({ local }) => local.name))
      statements.imports.push(code.slice(start, end))
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const { local } of node.specifiers) exported.add(code.slice(local.start, local.end))
      statements.exports.push(code.slice(start, end))
    } else {
      if (node.type === 'VariableDeclaration' && node.kind !== 'const')
        for (const { id } of node.declarations) variables.add(code.slice(id.start, id.end))
      continue
    }
    changes.push({ start, end, text: '' })
  }
  new Visitor({
    MetaProperty: ({ meta, start, end }) => {
      if (meta.name === 'import') changes.push({ start, end, text: '$module' })
    },
    ImportExpression: ({ start }) => {
      changes.push({ start, end: start + 'import'.length, text: '$import' })
    },
    AssignmentExpression: ({ left }) => {
      if (left.type === 'Identifier') assigned.add(left.name)
    },
    UpdateExpression: ({ argument }) => {
      if (argument.type === 'Identifier') assigned.add(argument.name)
    },
  }).visit(program)
  if (exported.intersection(variables).intersection(assigned).size > 0) return null
  // What is only passed on is an import of the module.
  return {
    statements,
    imported,
    exported: [...exported.difference(new Set(imported))],
    body: changed(code, changes),
  }
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

const changed = (code: string, changes: readonly Change[]): string => {
  const sorted = changes.toSorted((a, b) => a.start - b.start)
  const kept = sorted.map(
    ({ text }, index) => `${text}${code.slice(sorted[index].end, sorted[index + 1]?.start)}`,
  )
  return `${code.slice(0, sorted[0]?.start)}${kept.join('')}`
}
