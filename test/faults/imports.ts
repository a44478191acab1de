/** Imports beside the service: versions of one map, of which the catalog must have one as a whole. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { writePbf } from '../support/pbf-writer.ts'
import type { RunningCommand } from '../support/service.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

/** Relations of the map: in the South Atlantic, where the atlas has nothing. */
export const IMPORTED_IDS = Array.from({ length: 12 }, (_, place) => 7_000_000 + place)

/** Every name ends with the version. */
const mapOf = (version: number): Uint8Array =>
  writePbf(
    drawMap({
      ways: IMPORTED_IDS.map((id, place) => ({
        id,
        corners: boxCorners(-30 + 2 * place, -40, -29 + 2 * place, -39),
      })),
      relations: IMPORTED_IDS.map((id) => boundary(id, `Drawn ${id} of ${version}`, 6, [id])),
    }),
  )

export interface RunningImport {
  readonly command: RunningCommand
  /** Notes whether it succeeded. */
  readonly ended: Promise<void>
}

export const startImport = async ({ metes, scratch, env }: World, ledger: Ledger): Promise<RunningImport> => {
  const version = Math.max(0, ...ledger.imports) + 1
  const file = join(scratch, 'extracts', `${version}.osm.pbf`)
  await writeFile(file, mapOf(version))
  ledger.imports = [...ledger.imports, version]
  const command = metes.start(['import', '--allow-older', '--no-tiles', file], env)
  return {
    command,
    ended: command.ended.then(({ code }) => {
      if (code === 0) ledger.imports = [version]
    }),
  }
}
