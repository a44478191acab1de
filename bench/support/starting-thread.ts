/** Draws tiles as a server that has just started does: in a thread of its own, in which nothing has been compiled yet. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openBlockFiles } from '../../src/storage/files/block-files.ts'
import { type BlockTiles, type Drawn, drawnByPeers, drawnFromFiles } from './starting-tiles.ts'

export interface StartingTask {
  /** Of the kept zooms; null for the peer. */
  readonly directory: string | null
  readonly geojsonFile: string
  readonly blocks: readonly BlockTiles[]
}

const { directory, geojsonFile, blocks }: StartingTask = workerData
const started = performance.now()
const drawn: Drawn =
  directory === null
    ? drawnByPeers(JSON.parse(await readFile(geojsonFile, 'utf8')), blocks)
    : await drawnFromFiles(blocks, openBlockFiles(directory, { warn: console.warn }))
parentPort!.postMessage({ drawn, ms: performance.now() - started })
