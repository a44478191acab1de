/** An answer as it is printed in the reference: long lists and texts end with a marked ellipsis, secrets and times are always the same. */

export const answerText = (answer: unknown, nowMs: number): string =>
  lines(shortened(settled(answer, nowMs)), 0)

/** Text that is printed as it is. */
class Mark {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const more = (count: number): Mark => new Mark(`… ${count} more`)

const MAX_TEXT = 240
const MAX_ITEMS = 2
const MAX_POSITIONS = 3
/** Of numbers and texts in one list. */
const MAX_TEXTS = 20
const MAX_MEMBERS = 24
/** Of lists by language: `names`. */
const MAX_NAMES = 3
const MAX_LINE = 100

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Mark)

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'number')

const isFlat = (list: readonly unknown[]): boolean => list.every((each) => typeof each !== 'object')

const shortened = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (Array.isArray(value)) {
    const most = isPosition(value[0]) ? MAX_POSITIONS : isFlat(value) ? MAX_TEXTS : MAX_ITEMS
    const shown = value.slice(0, most).map((each) => shortened(each))
    return value.length > most ? [...shown, more(value.length - most)] : shown
  }
  if (!isObject(value)) return value
  // JSON Schemas are in the catalog itself.
  if ('properties' in value && 'type' in value && value.type === 'object') return new Mark('{ … }')
  const members = Object.entries(value)
  const most = name === 'names' ? MAX_NAMES : MAX_MEMBERS
  const shown = members.slice(0, most).map(([key, each]) => [key, shortened(each, key)])
  return Object.fromEntries([
    ...shown,
    ...(members.length > most ? [['…', more(members.length - most)]] : []),
  ])
}

const lines = (value: unknown, indent: number): string => {
  const one = oneLine(value)
  if (one.length + indent <= MAX_LINE || typeof value !== 'object' || value === null) return one
  const inner = ' '.repeat(indent + 2)
  const parts = Array.isArray(value)
    ? value.map((each) => lines(each, indent + 2))
    : Object.entries(value).map(([key, each]) =>
        each instanceof Mark && key === '…'
          ? each.text
          : `${JSON.stringify(key)}: ${lines(each, indent + 2)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${' '.repeat(indent)}${close}`
}

const oneLine = (value: unknown): string => {
  if (value instanceof Mark) return value.text
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) =>
    each instanceof Mark && key === '…' ? each.text : `${JSON.stringify(key)}: ${oneLine(each)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** What is new with every call, by the name of its member. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  api_key: 'mts_6EisxwKQ34lPWWgpS6OcntUDcSewNd6i1tPhhf',
  device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS_0',
  user_code: 'BCDF-GHJK',
  expires_at: '2026-01-29T12:00:00Z',
  resets_at: '2026-02-01T00:00:00Z',
}
const KEY_PREFIX = 'mts_6Eis'
const KEY_ID = '7k2m9x4c1p8w5t3z'
const SAMPLE_TIME = '2026-01-15T12:00:00Z'
const SAMPLE_DAY_MS = Date.UTC(2026, 0, 15)
const DAY_MS = 86_400_000
/** Times that are nearer than this come from the call, others from the data. */
const NEAR_MS = 62 * DAY_MS

const settled = (value: unknown, nowMs: number, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => settled(each, nowMs))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settled(each, nowMs, key)]))
  if (typeof value !== 'string') return value
  if (name === 'prefix') return KEY_PREFIX
  if (/^[a-z0-9]{16}$/.test(value) && name === 'id') return KEY_ID
  if (name === 'verification_uri_complete') return value.replace(/code=.*/, `code=${SAMPLES.user_code}`)
  const isTime = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)
  if (isTime && Math.abs(Date.parse(value) - nowMs) > NEAR_MS) return value
  if (Object.hasOwn(SAMPLES, name)) return SAMPLES[name]
  if (!isTime) return value
  return value.includes('T') ? SAMPLE_TIME : shiftedDay(value, nowMs)
}

/** As many days before or after the sample's as the day is before or after today. */
const shiftedDay = (day: string, nowMs: number): string => {
  const days = Math.round((Date.parse(day) - Math.floor(nowMs / DAY_MS) * DAY_MS) / DAY_MS)
  return new Date(SAMPLE_DAY_MS + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
