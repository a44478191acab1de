/** The faults, each from its begin to its end. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../support/shapes.ts'
import { between, pick } from './draw.ts'
import { startImport } from './imports.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

type Inject = (world: World, ledger: Ledger, random: Random) => Promise<void>

const killWorker: Inject = async (world, _ledger, random) => {
  const workers = world.service().processes()
  // One that has just ended may still be on the list.
  try {
    process.kill(pick(workers, random), 'SIGKILL')
  } catch {}
}

const killPrimary: Inject = async (world) => {
  const { running } = world.service()
  running.kill('SIGKILL')
  await running.ended
  await world.startAgain()
}

const killImporter: Inject = async (world, ledger, random) => {
  const { command, ended } = await startImport(world, ledger)
  await Promise.race([ended, delay(between(0.2, 1, random) * ledger.importMs)])
  command.kill('SIGKILL')
  await ended
  const again = await startImport(world, ledger)
  await again.ended
  const { code, stderr } = await again.command.ended
  assert.equal(code, 0, `an import after a killed one: ${stderr}`)
}

const fillDisk: Inject = async ({ disk }, _ledger, random) => {
  await disk!.fill()
  await delay(between(500, 3_000, random))
  await disk!.free()
}

const slowDisk: Inject = ({ disk }, _ledger, random) => disk!.slow(between(1, 4, random))

const restartPostgres: Inject = async ({ servers }, _ledger, random) => {
  await servers!.postgres.stop('fast')
  await delay(between(0, 2_000, random))
  await servers!.postgres.start()
}

const crashPostgres: Inject = async ({ servers }, ledger, random) => {
  const fromMs = performance.now()
  await servers!.postgres.stop('immediate')
  await delay(between(0, 2_000, random))
  await servers!.postgres.start()
  ledger.crashes.push({ fromMs, toMs: performance.now() })
}

const redisAway: Inject = async ({ servers }, _ledger, random) => {
  const { redis } = servers!
  const stands = random() < 0.5
  if (stands) redis.standStill()
  else await redis.kill()
  await delay(between(500, 3_000, random))
  if (stands) redis.goOn()
  else await redis.startAgain()
}

const bucketAway: Inject = async ({ servers }, _ledger, random) => {
  await servers!.bucket.close()
  await delay(between(500, 3_000, random))
  await servers!.bucket.open()
}

const slowBucket: Inject = async ({ servers }, _ledger, random) => {
  servers!.bucket.slow(between(200, 800, random))
  await delay(between(1_000, 3_000, random))
  servers!.bucket.slow(0)
}

const EVERYWHERE = {
  'kill a worker': killWorker,
  'kill the primary': killPrimary,
  'kill an importer': killImporter,
}

export const ON_SQLITE: Readonly<Record<string, Inject>> = {
  'fill the disk': fillDisk,
  ...EVERYWHERE,
  'slow the disk': slowDisk,
}

export const ON_SERVERS: Readonly<Record<string, Inject>> = {
  'restart PostgreSQL': restartPostgres,
  'close the bucket': bucketAway,
  'crash PostgreSQL': crashPostgres,
  'stop Redis': redisAway,
  ...EVERYWHERE,
  'slow the disk': slowDisk,
  'slow the bucket': slowBucket,
}

export const NEED_A_DISK: readonly string[] = ['fill the disk', 'slow the disk']
