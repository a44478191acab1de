/** Writes a folder for the user atomically: its files are collected beside it, and renamed together when all are there. */
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeScratchFolder, sweepScratchFolders } from '../../../util/scratch-folders.ts'
import { syncDirectory } from '../../../util/sync-directory.ts'
import { unlessMissing } from '../../../util/unless-missing.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { cannotWrite } from '../../client/file-failure.ts'

/** Written last; a folder that has it is a whole export. */
const CONTENTS = 'catalog.json'

export interface CatalogFolder {
  /** On the disk of the folder, for files that are being written. */
  readonly scratchIn: string
  /** Moves a file in. */
  readonly add: (path: string, from: string) => Promise<void>
  /** Puts the folder in its place. */
  readonly finish: (contents: object) => Promise<void>
  /** Removes what is not needed any more; call it in any case. */
  readonly close: () => Promise<void>
}

/**
 * Refuses a folder that cannot be written, before any work.
 *
 * @throws CommandFailure
 */
export const requireFolder = async (path: string, replaces: boolean): Promise<void> => {
  const found = await stat(path).catch(unlessMissing)
  if (found !== null && !found.isDirectory())
    throw new CommandFailure(`${path} is a file. Name a folder that does not exist yet.`)
  await access(dirname(resolve(path)), constants.W_OK).catch((error) => {
    throw cannotWrite(path, error)
  })
  const names = found === null ? [] : await readdir(path)
  if (names.length === 0) return
  if (!replaces)
    throw new CommandFailure(
      `${path} is not empty. Name a folder that does not exist yet, or replace an earlier export with --force.`,
    )
  if (!names.includes(CONTENTS))
    throw new CommandFailure(
      `${path} is not an exported catalog: it has no ${CONTENTS}. --force replaces nothing else; name another folder.`,
    )
}

/** `requireFolder` must have accepted the path. */
export const createCatalogFolder = async (path: string): Promise<CatalogFolder> => {
  const parent = dirname(resolve(path))
  await sweepScratchFolders(parent)
  const beside = makeScratchFolder(parent)
  const written = join(beside, 'written')
  await mkdir(written)
  // What the user's umask leaves of a folder, it leaves of a file.
  const mode = (await stat(written)).mode & 0o666
  return {
    scratchIn: beside,
    add: async (name, from) => {
      const target = join(written, name)
      await mkdir(dirname(target), { recursive: true })
      await chmod(from, mode)
      await sync(from)
      await rename(from, target)
    },
    finish: async (contents) => {
      const target = join(written, CONTENTS)
      await writeFile(target, `${JSON.stringify(contents, null, 2)}\n`, { mode })
      await sync(target)
      await replaceFolder(written, path, join(beside, 'replaced')).catch((error) => {
        throw cannotWrite(path, error)
      })
      await syncDirectory(parent)
    },
    close: () => rm(beside, { recursive: true, force: true }),
  }
}

const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** An earlier export is moved aside first, and back if the new one cannot be put in its place. */
const replaceFolder = async (from: string, to: string, aside: string): Promise<void> => {
  const names = await readdir(to).catch(unlessMissing)
  if (names === null) return rename(from, to)
  if (names.length === 0) await rmdir(to)
  else await rename(to, aside)
  try {
    await rename(from, to)
  } catch (error) {
    if (names.length > 0) await rename(aside, to)
    throw error
  }
}
