/** Finds the route of a path: fixed paths by one lookup, templates by their patterns, the most specific first. */
import { problem } from '../../op/problem.ts'
import type { HttpRoute } from './message.ts'

export interface Match {
  readonly routes: ReadonlyMap<string, HttpRoute>
  /** As they stand in the path, not decoded. */
  readonly params: Readonly<Record<string, string>>
}

export type Router = (path: string) => Match | null

interface Template {
  readonly pattern: RegExp
  readonly literalLength: number
  readonly routes: Map<string, HttpRoute>
}

const NO_PARAMS: Readonly<Record<string, string>> = {}

export const createRouter = (routes: readonly HttpRoute[]): Router => {
  const fixed = new Map<string, Map<string, HttpRoute>>()
  const templates = new Map<string, Template>()
  for (const route of routes) {
    const methods = route.path.includes('{')
      ? getOrMake(templates, route.path, () => compile(route.path)).routes
      : getOrMake(fixed, route.path, () => new Map<string, HttpRoute>())
    if (methods.has(route.method)) throw new Error(`Two routes take ${route.method} ${route.path}.`)
    methods.set(route.method, route)
  }
  const ordered = [...templates.values()].sort((a, b) => b.literalLength - a.literalLength)

  return (path) => {
    const exact = fixed.get(path)
    if (exact !== undefined) return { routes: exact, params: NO_PARAMS }
    for (const { pattern, routes: methods } of ordered) {
      const found = pattern.exec(path)
      if (found !== null) return { routes: methods, params: found.groups ?? NO_PARAMS }
    }
    return null
  }
}

const getOrMake = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** `{+name}` takes one segment, two as in `relation/123`, or a whole URL; `{name}` takes one segment. */
const SEGMENTS = { one: '[^/]+', wide: 'https?:/.+|(?:relation|way|node)/[^/]+|[^/]+' }

const compile = (path: string): Template => {
  const parts = path.split(/(\{\+?\w+\})/)
  const source = parts.map((part) => {
    const [, plus, name] = /^\{(\+?)(\w+)\}$/.exec(part) ?? []
    if (name === undefined) return part.replaceAll('.', '\\.')
    return `(?<${name}>${plus === '+' ? SEGMENTS.wide : SEGMENTS.one})`
  })
  const literal = parts.filter((part) => !part.startsWith('{')).join('')
  return {
    pattern: new RegExp(`^${source.join('')}$`, 'i'),
    literalLength: literal.length,
    routes: new Map(),
  }
}

/** Percent-decodes the parameters of a match. */
export const decodeParams = (params: Match['params']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)]
      } catch {
        const message = `${name} is not valid percent-encoded UTF-8 in the path.`
        throw problem('invalid_input', { issues: [{ path: name, message, code: 'invalid_format' }] })
      }
    }),
  )
