/** A block of units as its process knows it, and the changes of it in the database that may have to be repeated. */
import type { UnitHold } from '../../../../platform/ports.ts'
import type { UnitBlocks } from './unit-blocks.ts'

export interface Block {
  readonly id: string
  readonly accountId: string
  readonly month: string
  /** Units that a call can take. */
  free: number
  /** Units that the database has in the block: the free ones, those of running calls, and those that are not settled. */
  stored: number
  /** Free units that the database may have given back already. */
  returning: number
  /** A hold that the database may have made already. */
  moving: UnitHold | null
  isClosing: boolean
  usedAtMs: number
}

/** Returns the free units to the account. Call it when all spendings are settled, one change of a block after the other. */
export const giveBack = async (block: Block, blocks: UnitBlocks): Promise<void> => {
  await finishMove(block, blocks)
  await finishReturn(block, blocks)
  block.returning = block.free
  block.free = 0
  await finishReturn(block, blocks)
}

/** Makes a hold in the database of units of the block. Returns false if the block was refunded. Call it as `giveBack`. */
export const moveToHold = async (block: Block, hold: UnitHold, blocks: UnitBlocks): Promise<boolean> => {
  if (block.moving?.id !== hold.id) await finishMove(block, blocks)
  await finishReturn(block, blocks)
  block.moving = hold
  return finishMove(block, blocks)
}

const finishReturn = async (block: Block, blocks: UnitBlocks): Promise<void> => {
  if (block.returning === 0) return
  await blocks.giveBack(block.id, block.stored, block.returning)
  block.stored -= block.returning
  block.returning = 0
}

const finishMove = async (block: Block, blocks: UnitBlocks): Promise<boolean> => {
  if (block.moving === null) return false
  const isMoved = await blocks.moveToHold(block.id, block.stored, block.moving)
  block.stored -= block.moving.units
  block.moving = null
  return isMoved
}
