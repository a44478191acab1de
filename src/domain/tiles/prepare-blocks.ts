/**
 * Prepares the blocks around boundaries that changed, so that nobody waits for their first tile. Coarse blocks come first: most maps open
 * with them, and they take longest. Each file is written atomically, so a killed run leaves only blocks that their first request prepares.
 */
import { aborted } from '../../util/aborted.ts'
import type { PreparedBlocks } from '../catalog/import-report.ts'
import { keptBlocks } from './block.ts'
import { polygonBoxesOf } from './polygon-boxes.ts'
import type { TilePreparer } from './ports.ts'
import { type TileAddress, tilesMeeting } from './tile-grid.ts'
import type { Tiles } from './tiles.ts'

interface Preparing {
  readonly tiles: Pick<Tiles, 'prepare'>
  /** Blocks at once. */
  readonly atOnce: number
  readonly onFailure: (error: unknown, block: TileAddress) => void
}

export const createTilePreparer = ({ tiles, atOnce, onFailure }: Preparing): TilePreparer => ({
  prepare: async (changed, { onProgress, signal }): Promise<PreparedBlocks> => {
    const blocks = blocksAround(changed)
    let next = 0
    let done = 0
    let prepared = 0
    let failed = 0
    const isAborted = (): boolean => signal?.aborted === true
    const prepareNext = async (): Promise<void> => {
      while (next < blocks.length && !isAborted()) {
        const block = blocks[next++]
        try {
          if (await tiles.prepare(block)) prepared++
        } catch (error) {
          if (isAborted()) return
          failed++
          onFailure(error, block)
        }
        onProgress(++done, blocks.length)
      }
    }
    onProgress(0, blocks.length)
    const all = Promise.all(Array.from({ length: atOnce }, prepareNext))
    await Promise.race(signal === undefined ? [all] : [all, aborted(signal)])
    return { prepared, left: failed + blocks.length - done }
  },
})

const blocksAround = (changed: Iterable<Uint8Array>): readonly TileAddress[] => {
  const levels = keptBlocks().map((blocks) => ({
    blocks,
    meeting: tilesMeeting(blocks),
    met: new Uint8Array(blocks.length),
  }))
  for (const encoded of changed) {
    const boxes = polygonBoxesOf(encoded)
    for (const { meeting, met } of levels)
      for (let at = 0; at < boxes.length; at += 4)
        meeting(boxes, at, (block) => {
          met[block] = 1
        })
  }
  return levels.flatMap(({ blocks, met }) => blocks.filter((_, block) => met[block] === 1))
}
