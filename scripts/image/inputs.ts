/**
 * What the check of the image depends on, besides the program, which other tests check. The digest of the inputs that passed last is a file in the repository:
 * a clean checkout knows without its history whether they were checked, a change to them is checked by CI until `npm run image` has recorded it, and
 * review sees the new digest beside the change.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const INPUTS = ['.dockerignore', 'bin', 'deploy', 'package-lock.json', 'package.json']
const RECORD = fileURLToPath(new URL('checked-inputs.sha256', import.meta.url))

export const inputsDigest = async (): Promise<string> => {
  const options = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
    '--',
    ...INPUTS,
  ]
  const { stdout } = await promisify(execFile)('git', options, { cwd: ROOT })
  const hash = createHash('sha256')
  for (const path of stdout.split('\0').filter(Boolean).toSorted()) {
    // A file that was deleted but is still in the index.
    const bytes = await readFile(`${ROOT}${path}`).catch(() => null)
    if (bytes !== null) hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Null if none was recorded. */
export const recordedDigest = async (): Promise<string | null> =>
  (await readFile(RECORD, 'utf8').catch(() => null))?.trim() ?? null

export const recordDigest = (digest: string): Promise<void> => writeFile(RECORD, `${digest}\n`)
