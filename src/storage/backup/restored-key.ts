/** Compares the secret key in place with the one that restored data were used with. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RestoredKey } from '../../platform/backup/ports.ts'
import { secretKey } from '../../util/secret-key.ts'
import { unlessMissing } from '../../util/unless-missing.ts'
import { KEY_FILE } from '../key-file.ts'
import { markOf } from '../sql/accounts/checked-key.ts'
import type { StoredData } from './write-backup.ts'

/** @param mark of the key in the restored database; null if it was used with none */
export const restoredKey = async (
  { dataDir, secretKey: setting }: Pick<StoredData, 'dataDir' | 'secretKey'>,
  mark: string | null,
): Promise<RestoredKey> => {
  const file = resolve(dataDir, KEY_FILE)
  const place = setting === null ? file : 'METES_SECRET_KEY'
  if (mark === null) return { state: 'fits', place }
  const secret = setting ?? (await readFile(file, 'utf8').catch(unlessMissing))?.trim() ?? null
  if (secret === null) return { state: 'missing', place }
  return { state: markOf(secretKey(secret)) === mark ? 'fits' : 'differs', place }
}
