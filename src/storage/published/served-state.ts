/** What the processes of a node know of the published catalog: one of them follows it, and all read what that one notes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CatalogFault, FaultKind } from '../../platform/publishing/ports.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { writeFileAtomic } from '../../util/write-file-atomic.ts'

/** In the data directory. */
export const SERVED_FOLDER = 'published'
export const SERVED_STATE = 'state.json'

const FAULT_KINDS = [
  'unreachable',
  'empty',
  'damaged',
  'unsigned',
  'older',
  'newer_format',
  'disk_full',
] as const satisfies readonly FaultKind[]

const SCHEMA = z.object({
  served: z
    .object({
      version: z.string(),
      sequence: z.int(),
      published_at: z.string(),
      store: z.string(),
      /** Name of the catalog file in the folder. */
      file: z.string(),
      /** SHA-256 of its parts as they were published. */
      parts: z.array(z.string()),
    })
    .nullable(),
  fault: z.object({ kind: z.enum(FAULT_KINDS), since: z.string(), details: z.string() }).nullable(),
})

export type ServedState = Readonly<z.infer<typeof SCHEMA>> & { readonly fault: CatalogFault | null }

export const NOTHING_SERVED: ServedState = { served: null, fault: null }

/** Nothing if the file is missing, or damaged: then the node fetches everything again. */
export const readServedState = async (folder: string): Promise<ServedState> => {
  const text = await readFile(join(folder, SERVED_STATE), 'utf8').catch(unlessMissing)
  try {
    return text === null ? NOTHING_SERVED : SCHEMA.parse(JSON.parse(text))
  } catch {
    return NOTHING_SERVED
  }
}

export const writeServedState = async (folder: string, state: ServedState): Promise<void> => {
  await makeDirectory(folder)
  const path = join(folder, SERVED_STATE)
  await writeFileAtomic(path, Buffer.from(JSON.stringify(state)), { aside: `${path}.part` })
}
