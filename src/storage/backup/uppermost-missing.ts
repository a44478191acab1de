import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unlessMissing } from '../../util/unless-missing.ts'

/** Returns what is to be deleted if the path, once it is made with its parents, must leave nothing behind; null if it exists. */
export const uppermostMissing = async (path: string): Promise<string | null> => {
  if ((await stat(path).catch(unlessMissing)) !== null) return null
  return (await uppermostMissing(dirname(path))) ?? path
}
