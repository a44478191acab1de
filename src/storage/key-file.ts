/** The file with the service's secret key: in the data directory, outside the database. */
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { METES } from '../util/command-name.ts'
import { PRIVATE_FILE } from '../util/file-modes.ts'
import { makeDirectory } from '../util/make-directory.ts'
import type { Random } from '../util/random.ts'
import { unlessMissing } from '../util/unless-missing.ts'

export const KEY_FILE = 'secret.key'

/** Returns the content of the file, and creates it if it is missing; several processes that do so at once all get the same. */
export const readOrCreateKeyFile = async (path: string, random: Random): Promise<string> =>
  (await readSecretText(path)) ?? (await make(path, random)) ?? requireKey(path, await readSecretText(path))

/** Returns the content of the file. @throws Error if it is missing */
export const readKeyFile = async (path: string): Promise<string> => {
  const text = await readSecretText(path)
  if (text !== null) return text
  throw new Error(
    `The database was used with a secret key, and ${path} is missing. Copy it there from where you keep it, or from another server of the database; or set METES_SECRET_KEY. If that key is lost, "${METES} doctor --fix" creates a new one.`,
  )
}

const readSecretText = async (path: string): Promise<string | null> => {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  return text === null ? null : requireKey(path, text.trim())
}

/**
 * Returns null if another process was faster. Renames the file when the key is on disk, so that it is never read
 * half-written.
 */
const make = async (path: string, random: Random): Promise<string | null> => {
  const secret = keyText(random.bytes(SECRET_BYTES))
  const aside = `${path}.${process.pid}.${keyText(random.bytes(ASIDE_BYTES))}`
  await makeDirectory(dirname(path))
  try {
    const file = await open(aside, 'wx', PRIVATE_FILE)
    try {
      await file.writeFile(`${secret}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(aside, path)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  } finally {
    await rm(aside, { force: true })
  }
}

const requireKey = (path: string, text: string | null): string => {
  if (text !== null && text.length >= MIN_LETTERS) return text
  throw new Error(
    `${path} contains no secret key. Restore it from a backup, or remove it and run "${METES} doctor --fix".`,
  )
}

const keyText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const SECRET_BYTES = 32
const ASIDE_BYTES = 8
const MIN_LETTERS = 32
