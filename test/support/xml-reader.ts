/** A small XML 1.0 reader for tests: refuses what is not well-formed instead of guessing. No DTDs. */
import assert from 'node:assert/strict'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  /** Character data of the element itself, references resolved. */
  text: string
}

const NAME = /[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?/y
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const readXml = (source: string): XmlElement => {
  assert.ok(source.isWellFormed(), 'no half of a surrogate pair')
  assert.doesNotMatch(source, FORBIDDEN, 'no character that XML 1.0 forbids')
  let at = 0
  const fail = (what: string): never => assert.fail(`${what} at ${at}: ${source.slice(at, at + 40)}`)
  const name = (): string => {
    NAME.lastIndex = at
    const match = NAME.exec(source) ?? fail('no name')
    at += match[0].length
    return match[0]
  }
  const space = (): void => {
    while (/\s/.test(source[at] ?? '')) at++
  }
  const attributes = (): Record<string, string> => {
    const found: Record<string, string> = {}
    for (space(); /[A-Za-z_]/.test(source[at] ?? ''); space()) {
      const key = name()
      if (source[at] !== '=' || source[at + 1] !== '"') fail('no quoted value')
      const end = source.indexOf('"', at + 2)
      const raw = source.slice(at + 2, end)
      if (end < 0 || /[<\t\n\r]/.test(raw)) fail('a bad value')
      if (key in found) fail(`a second ${key}`)
      found[key] = resolve(raw)
      at = end + 1
    }
    return found
  }
  const element = (): XmlElement => {
    if (source[at++] !== '<') fail('no element')
    const opened: XmlElement = { name: name(), attributes: attributes(), children: [], text: '' }
    if (source.startsWith('/>', at)) {
      at += 2
      return opened
    }
    if (source[at++] !== '>') fail('an unclosed tag')
    for (;;) {
      const next = source.indexOf('<', at)
      if (next < 0) fail(`no end of ${opened.name}`)
      opened.text += resolve(source.slice(at, next))
      at = next
      if (source[at + 1] !== '/') {
        opened.children.push(element())
        continue
      }
      at += 2
      assert.equal(name(), opened.name, 'what is opened last is closed first')
      if (source[at++] !== '>') fail('an unclosed end tag')
      return opened
    }
  }
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(source)
  at = declaration?.[0].length ?? 0
  const root = element()
  assert.equal(source.slice(at).trim(), '', 'nothing after the root')
  return root
}

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

const resolve = (raw: string): string => {
  assert.doesNotMatch(raw, /\]\]>/)
  return raw.replace(/&(?:(\w+)|#(\d+));|&/g, (reference, entity, code) => {
    const text = code === undefined ? ENTITIES[entity] : String.fromCodePoint(Number(code))
    assert.ok(text !== undefined, `the reference ${reference} is known`)
    return text
  })
}

/** Every element of the name below, in document order. */
export const descendants = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)])

export const child = (element: XmlElement, name: string): XmlElement => {
  const found = element.children.filter((each) => each.name === name)
  assert.equal(found.length, 1, `one ${name} in ${element.name}`)
  return found[0]
}
