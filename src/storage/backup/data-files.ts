/** The files of a data directory, apart from databases, that cannot be made again, or only with hours of work. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseFileKey } from '../../domain/files/stored-file-name.ts'
import { unlessMissing } from '../../util/unless-missing.ts'

interface DataFile {
  /** Below the data directory, with `/`. */
  readonly path: string
  readonly bytes: number
}

const FILES = 'files'
const DOWNLOADS = 'downloads'
/** Coasts of imported extracts. */
const COAST = /^coast-[\w.-]+\.tiles$/

/** Top-level names that a restore replaces, beside databases. */
export const isReplaced = (name: string): boolean =>
  [FILES, DOWNLOADS, 'tiles'].includes(name) || COAST.test(name)

/**
 * Exported files at permanent addresses with their metadata, coasts, and what is known of downloads. Not expiring files: callers repeat the
 * call.
 */
export const dataFiles = async (dataDir: string): Promise<readonly DataFile[]> => {
  const top = (await readdir(dataDir).catch(unlessMissing)) ?? []
  const paths = [
    ...top.filter((name) => COAST.test(name)),
    ...(await pathsBelow(dataDir, FILES)).filter((path) => isPermanentFile(path.split('/').at(-1)!)),
    ...(await pathsBelow(dataDir, DOWNLOADS)).filter((path) => path.endsWith('/download.json')),
  ]
  const found: DataFile[] = []
  for (const path of paths.sort()) {
    const facts = await stat(join(dataDir, path)).catch(unlessMissing)
    if (facts?.isFile()) found.push({ path, bytes: facts.size })
  }
  return found
}

const isPermanentFile = (name: string): boolean => parseFileKey(name.replace(/\.meta$/, '')) !== null

const pathsBelow = async (dataDir: string, folder: string): Promise<readonly string[]> => {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(unlessMissing)
  if (entries === null) return []
  const below = entries
    .filter(({ name }) => name !== 'expiring' && name !== 'tmp')
    .map((entry) =>
      entry.isDirectory() ? pathsBelow(dataDir, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
  return (await Promise.all(below)).flat()
}
