/** The parameter `datetime`: a time (RFC 3339), or an interval with at least one closed end. */

export const isDatetime = (text: string): boolean => {
  const ends = text.split('/')
  if (ends.length === 1) return epochMsOf(text) !== null
  if (ends.length > 2 || ends.every(isOpen)) return false
  const [start, end] = ends.map((each) => (isOpen(each) ? Number.NaN : epochMsOf(each)))
  // An open end is null, which compares with nothing.
  return start !== null && end !== null && !(start > end)
}

const isOpen = (end: string): boolean => end === '' || end === '..'

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Returns milliseconds; null for an invalid time. */
const epochMsOf = (text: string): number | null => {
  const [, year, month, day] = TIME.exec(text) ?? []
  if (year === undefined) return null
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // The 31st of a shorter month would become another day.
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return null
  // `Date` has no leap seconds.
  return Date.parse(
    text
      .toUpperCase()
      .replace(' ', 'T')
      .replace(/:60(?=[.Z+-])/, ':59'),
  )
}
