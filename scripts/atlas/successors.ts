/**
 * Ids of earlier editions of the atlas: each leads to the boundary that replaced it (`data/atlas/successors.yaml`). Callers
 * keep ids for years, so an id is never dropped silently.
 */
import { DatabaseSync } from 'node:sqlite'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

/** Old ids by the current id; null for a place that no longer exists. */
export interface Successors {
  readonly predecessors: ReadonlyMap<BoundaryId, readonly BoundaryId[]>
  /** Throws with a list of ids that the previous edition had, the new one lacks, and the file does not mention. */
  readonly check: (before: ReadonlySet<string>, now: ReadonlySet<string>) => void
}

export const readSuccessors = (path: string): Successors => {
  const entries: Readonly<Record<string, string | null>> = readYaml(path)
  const predecessors = new Map<BoundaryId, BoundaryId[]>()
  for (const [old, now] of Object.entries(entries))
    if (now !== null)
      predecessors.set(now as BoundaryId, [...(predecessors.get(now as BoundaryId) ?? []), old as BoundaryId])
  return {
    predecessors,
    check: (before, now) => {
      const lost = [...before].filter((id) => !now.has(id) && !(id in entries))
      if (lost.length > 0)
        throw new Error(`Ids without a successor in data/atlas/successors.yaml: ${lost.sort().join(', ')}.`)
      const wrong = Object.entries(entries).filter(
        ([old, next]) => now.has(old) || (next !== null && !now.has(next)),
      )
      if (wrong.length > 0)
        throw new Error(
          `data/atlas/successors.yaml replaces ids that the atlas has, or by ids that it lacks: ${wrong.map(([old]) => old).join(', ')}.`,
        )
    },
  }
}

/** The ids that an edition answers to. */
export const idsOfEdition = (path: string): ReadonlySet<string> => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = db.prepare('select id from boundary union select lower_id from superseded').all()
    return new Set(rows.map(({ id }) => String(id)))
  } finally {
    db.close()
  }
}
