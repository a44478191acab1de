/** QGIS without a window: programs of this folder, run by the Python of Debian's package python3-qgis. */
import { spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { succeed } from './installed-package.ts'
import { isRequired } from './required.ts'

const PYTHON = '/usr/bin/python3'

/** Why tests with QGIS are skipped; false where they are not. */
export const noQgis: string | false =
  !isRequired('qgis') &&
  spawnSync(PYTHON, ['-c', 'import qgis.core']).status !== 0 &&
  'QGIS is not installed (python3-qgis)'

/**
 * What the program writes, as JSON. Each run has a home of its own: of two that make the same profile at once,
 * one warns on standard output.
 * @param folder where the homes lie, for settings and caches of QGIS
 */
export const runQgis = async <T>(
  program: 'qgis-columns.py' | 'qgis-features.py' | 'qgis-layers.py',
  argument: string,
  folder: string,
): Promise<T> => {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const home = await mkdtemp(join(folder, 'qgis-'))
  const env = { HOME: home, QT_QPA_PLATFORM: 'offscreen' }
  return JSON.parse((await succeed(PYTHON, [path, argument], { env })).stdout)
}
