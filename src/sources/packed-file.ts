/**
 * Unpacks bundled files, which are packed to half of their size: the first process that needs one unpacks it beside the
 * packed file, or into another directory if that place is read-only. Afterwards it is only opened.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { BUNDLED_FILE, PRIVATE_FILE } from '../util/file-modes.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { sha256 } from '../util/sha256.ts'

export interface PackedFile {
  /** Directory of `<name>.json` and `<name>.<ending>.zst`, written by the build scripts. */
  readonly directory: string
  readonly name: string
  readonly ending: string
}

interface Manifest {
  /** Hash of the unpacked file, and part of its name, so that a new layout is unpacked again. */
  readonly sha256: string
}

const NAME_DIGITS = 16

/**
 * Returns the path of the unpacked file. Writes to `otherDirectory` only if the directory of the packed file is read-only, or if another
 * process unpacks it there at the same time and the system (Windows) replaces no open file.
 */
export async function unpackedFile(packed: PackedFile, otherDirectory: string): Promise<string> {
  const { directory, name, ending } = packed
  const manifest: Manifest = JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8'))
  const file = `${name}-${manifest.sha256.slice(0, NAME_DIGITS)}.${ending}`
  const [beside, inOther] = [join(directory, file), join(otherDirectory, file)]
  const known = [beside, inOther].find((path) => existsSync(path))
  if (known !== undefined) return known

  const bytes = await unpack(join(directory, `${name}.${ending}.zst`), manifest, `${name}.json`)
  const edition = new RegExp(`^${name}-[0-9a-f]{${NAME_DIGITS}}\\.${ending}$`)
  try {
    await installEdition(beside, bytes, BUNDLED_FILE, edition)
    return beside
  } catch {
    await makeDirectory(dirname(inOther))
    await installEdition(inOther, bytes, PRIVATE_FILE, edition)
    return inOther
  }
}

async function unpack(path: string, manifest: Manifest, manifestName: string): Promise<Buffer> {
  const bytes = await promisify(zstdDecompress)(await readFile(path)).catch((cause) => {
    throw new Error(`${path} is damaged: it cannot be unpacked.`, { cause })
  })
  const found = sha256(bytes)
  if (found === manifest.sha256) return bytes
  throw new Error(
    `${path} unpacks to a file with the checksum ${found}; ${manifestName} says ${manifest.sha256}.`,
  )
}

/** Renames the file when all bytes are written: several processes may start at once, and any may be killed. */
async function installEdition(path: string, bytes: Buffer, mode: number, edition: RegExp): Promise<void> {
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, bytes, { mode })
    await rename(draft, path)
    await removeOtherEditions(path, edition)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * A process that still reads an old edition keeps it until it ends; if the system does not allow deleting an open file, it
 * stays.
 */
async function removeOtherEditions(path: string, edition: RegExp): Promise<void> {
  const directory = dirname(path)
  const names = await readdir(directory)
  const others = names.filter((name) => edition.test(name) && name !== basename(path))
  await Promise.allSettled(others.map((name) => rm(join(directory, name))))
}
