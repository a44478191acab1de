/**
 * Formats JSON for a terminal: what fits on a line stays on a line, so that a position is `[6.13, 49.61]` instead of four lines.
 */
import { terminalJson } from '../terminal/terminal-text.ts'

const LINE_WIDTH = 100

export const prettyJson = (value: unknown): string => `${formattedJson(value, '', 0)}\n`

const formattedJson = (value: unknown, indent: string, used: number): string => {
  if (typeof value !== 'object' || value === null) return scalarJson(value)
  const flat = compactJson(value, LINE_WIDTH - indent.length - used)
  if (flat !== null) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => deeper + formattedJson(item, deeper, 0)).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(([key, member]) => {
    const label = `${scalarJson(key)}: `
    return deeper + label + formattedJson(member, deeper, label.length)
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}

/** The value on one line, or null as soon as it exceeds `room`, so that large polygons are not formatted twice. */
const compactJson = (value: unknown, room: number): string | null => {
  if (typeof value !== 'object' || value === null) {
    const text = scalarJson(value)
    return text.length <= room ? text : null
  }
  const parts: string[] = []
  let left = room - 4
  const entries = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value)
  for (const [key, member] of entries) {
    const label = Array.isArray(value) ? '' : `${scalarJson(key)}: `
    const text = compactJson(member, left - label.length)
    if (text === null) return null
    parts.push(label + text)
    left -= label.length + text.length + 2
    if (left < -2) return null
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

const scalarJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  return typeof value === 'string' ? terminalJson(json) : json
}
