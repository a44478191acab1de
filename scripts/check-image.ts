/**
 * `npm run image`: builds the image of deploy/Containerfile twice on a base of its own and checks it, in about two minutes. It needs root and Debian's
 * packages `buildah` and `debootstrap`, but no container engine. Records that the inputs were checked (`scripts/image/inputs.ts`);
 * with `--is-checked` it only says whether they were.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBase } from './image/base.ts'
import { build, CHECKOUT, copyOfCheckout } from './image/build.ts'
import { type Buildah, openBuildah } from './image/buildah.ts'
import { type Container, startContainer } from './image/container.ts'
import { inputsDigest, recordDigest, recordedDigest } from './image/inputs.ts'
import { checkSession } from './image/session.ts'

const MAX_IMAGE_BYTES = 350e6

const { values } = parseArgs({ options: { 'is-checked': { type: 'boolean', default: false } } })

const check = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-image-'))
  const buildah = openBuildah(folder)
  let container: Container | null = null
  try {
    const base = await step('a base of Debian', () => makeBase(buildah, folder))
    const [image, again] = await step('the image, and once more from a copy of the checkout', async () =>
      Promise.all([
        build(buildah, base, CHECKOUT),
        build(buildah, base, await copyOfCheckout(buildah, join(folder, 'copy'))),
      ]),
    )
    assert.deepEqual(await layersAbove(buildah, base, again), await layersAbove(buildah, base, image))
    console.log('✓ both builds made the same layers')
    const root = await buildah.mount(image)
    const bytes = Number((await buildah.host('du', '--summarize', '--bytes', root)).split('\t')[0])
    assert.ok(bytes <= MAX_IMAGE_BYTES, `The image has ${bytes} bytes, more than ${MAX_IMAGE_BYTES}.`)
    console.log(`✓ it has ${(bytes / 1e6).toFixed(0)} MB with its base`)
    const nodes = await buildah.host('find', root, '-type', 'f', '-name', 'node', '-perm', '/111')
    assert.equal(nodes.trim(), `${root}/usr/local/bin/node`)
    console.log('✓ it has one Node')
    container = await step('a start with a read-only root, as another user', () =>
      startContainer(buildah, image, join(folder, 'data')),
    )
    await container.isHealthy()
    console.log('✓ its health check succeeds')
    await step('the first session of the README', () => checkSession(container!))
    await container.stop()
    container = null
    console.log('✓ SIGTERM ends it with 0')
  } finally {
    await container?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const layersAbove = async (buildah: Buildah, base: string, image: string): Promise<readonly string[]> => {
  const below = (await buildah.config(base)).layers
  const { layers } = await buildah.config(image)
  assert.deepEqual(layers.slice(0, below.length), below)
  assert.ok(layers.length > below.length)
  return layers.slice(below.length)
}

const step = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
  const startedMs = performance.now()
  const result = await run()
  console.log(`✓ ${what} (${((performance.now() - startedMs) / 1000).toFixed(0)} s)`)
  return result
}

const digest = await inputsDigest()
if (values['is-checked']) {
  const isChecked = digest === (await recordedDigest())
  console.log(
    isChecked ? '✓ the image was checked with these inputs' : 'The inputs of the image have changed.',
  )
  process.exitCode = isChecked ? 0 : 1
} else {
  await check()
  await recordDigest(digest)
}
