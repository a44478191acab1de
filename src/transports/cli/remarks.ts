/** The summary and notes of an answer, printed when the answer is written to a file. */

export interface Remarks {
  readonly summary: string | null
  readonly notes: readonly string[]
}

/** The remarks of a Feature with a summary; other answers are not parsed. */
export const remarksOf = (answer: Uint8Array): Remarks => {
  const { buffer, byteOffset, byteLength } = answer
  if (!Buffer.from(buffer, byteOffset, byteLength).includes('"summary":"')) return NONE
  const { type, properties } = JSON.parse(new TextDecoder().decode(answer)) ?? {}
  if (type !== 'Feature' || typeof properties?.summary !== 'string') return NONE
  const notes: unknown = properties.notes
  return {
    summary: properties.summary,
    notes: Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [],
  }
}

const NONE: Remarks = { summary: null, notes: [] }
