/** Matches request targets to routes: fixed paths by lookup, templates by pattern, the most specific first. */
import { problem } from '../../op/problem/problem.ts'
import { memo } from '../../util/memo.ts'
import type { HttpRoute, Location } from './message.ts'

export interface RoutedLocation extends Location {
  /** Routes by method; empty if nothing matches. */
  readonly routes: ReadonlyMap<string, HttpRoute>
  /** True if all routes are pages, or there are none: the visitor may be a person. */
  readonly servesHtml: boolean
  /** Equal for all routes of a path. */
  readonly allowsOrigin: HttpRoute['allowsOrigin']
  readonly resourcePath: HttpRoute['resourcePath']
}

export type Router = (target: string) => RoutedLocation

interface Template {
  readonly pattern: RegExp
  readonly literalLength: number
  readonly routes: Map<string, HttpRoute>
}

interface RouteMatch {
  readonly routes: ReadonlyMap<string, HttpRoute>
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
}

const NOTHING: RouteMatch = { routes: new Map(), params: {} }

export const createRouter = (routes: readonly HttpRoute[]): Router => {
  const fixed = new Map<string, Map<string, HttpRoute>>()
  const templates = new Map<string, Template>()
  for (const route of routes) {
    const methods = route.path.includes('{')
      ? getOrMake(templates, route.path, () => compile(route.path)).routes
      : getOrMake(fixed, route.path, () => new Map<string, HttpRoute>())
    if (methods.has(route.method)) throw new Error(`Two routes have ${route.method} ${route.path}.`)
    methods.set(route.method, route)
  }
  const ordered = [...templates.values()].sort((a, b) => b.literalLength - a.literalLength)

  const match = (path: string): RouteMatch => {
    const exact = fixed.get(path)
    if (exact !== undefined) return { routes: exact, params: {} }
    for (const { pattern, routes: methods } of ordered) {
      const found = pattern.exec(path)
      if (found === null) continue
      const params = decodeParams(found.groups ?? {})
      if ([...methods.values()].every(({ accepts }) => accepts === undefined || accepts(params)))
        return { routes: methods, params }
    }
    return NOTHING
  }

  return memo((target) => {
    const { path, query } = splitTarget(target)
    const { routes: methods, params } = match(path)
    const all = [...methods.values()]
    const servesHtml = all.every((route) => route.servesHtml === true)
    const { allowsOrigin, resourcePath } = all[0] ?? {}
    return { path, query, routes: methods, params, servesHtml, allowsOrigin, resourcePath }
  })
}

/** Splits path and query. A proxy may send the whole URL (RFC 9112 §3.2.2). */
const splitTarget = (target: string): { path: string; query: string } => {
  const local = target.startsWith('/') ? target : originForm(target)
  const mark = local.indexOf('?')
  return mark === -1
    ? { path: local, query: '' }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) }
}

const originForm = (target: string): string => {
  const url = URL.parse(target)
  return url === null ? target : `${url.pathname}${url.search}`
}

const getOrMake = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/**
 * `{+name}` matches one segment, two as in `relation/123`, or a whole URL; `{name}` matches one segment, or after a dot one word, so that
 * `{+id}.{format}` does not match an encoded address that contains a dot.
 */
const SEGMENTS = { one: '[^/]+', wide: 'https?:/.+|(?:relation|way|node)/[^/]+|[^/]+', word: '\\w+' }

const compile = (path: string): Template => {
  const parts = path.split(/(\{\+?\w+\})/)
  const source = parts.map((part, index) => {
    const [, plus, name] = /^\{(\+?)(\w+)\}$/.exec(part) ?? []
    if (name === undefined) return part.replaceAll('.', '\\.')
    const narrow = parts[index - 1].endsWith('.') ? SEGMENTS.word : SEGMENTS.one
    return `(?<${name}>${plus === '+' ? SEGMENTS.wide : narrow})`
  })
  const literal = parts.filter((part) => !part.startsWith('{')).join('')
  return {
    pattern: new RegExp(`^${source.join('')}$`, 'i'),
    literalLength: literal.length,
    routes: new Map(),
  }
}

/** Percent-decodes the parameters of a match. */
const decodeParams = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
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
