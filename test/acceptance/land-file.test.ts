/** A server with its operator's land polygons: reports its work, clips by them, and refuses to start with an invalid file. */
import assert from 'node:assert/strict'
import { on } from 'node:events'
import { mkdirSync, readdirSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { scribble, shapefileOf } from '../support/land-files.ts'
import { type Installation, install } from '../support/service.ts'
import { boxRing } from '../support/shapes.ts'

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

const inData = (name: string, content: string | Buffer): string => {
  const file = join(metes.dataDir, name)
  writeFileSync(file, content)
  return file
}

test('areas end where the land of the file ends', async () => {
  // The west of Luxembourg: 5.7 to 6.1 degrees.
  const env = { METES_LAND_FILE: inData('land.shp', shapefileOf([[boxRing(5, 49, 6.1, 51)]])) }
  const server = await metes.serve(env)
  try {
    assert.match(server.log(), /"phase":"reading","percent":0.*cutting the land file into tiles/)
    const response = await fetch(`${server.url}/v1/areas`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await metes.createKey()}`,
      },
      body: JSON.stringify({ text: 'Luxembourg', country: 'LU' }),
    })
    assert.equal(response.status, 200)
    const { bbox } = (await response.json()) as { readonly bbox: readonly number[] }
    assert.deepEqual([bbox[0] < 5.8, bbox[2]], [true, 6.1])
  } finally {
    await server.stop()
  }
  const again = await metes.serve(env)
  await again.stop()
  assert.doesNotMatch(again.log(), /cutting the land file/)
})

test('an invalid file stops the start with the reason, and doctor reports it, too', async () => {
  for (const [name, content, reason] of [
    ['land.zip', 'PK', /it is packed; unpack it and name the \.shp in it\.$/m],
    ['broken.shp', 'not one', /it is not a shapefile\.$/m],
    [
      'far.geojson',
      '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1e8,0],[1,1],[0,0]]]}}',
      /Position 1 of ring 0 is not \[lon, lat\] .* a longitude between -1080 and 1080/,
    ],
    [
      'flat.geojson',
      '{"type":"Polygon","coordinates":[[[0,0],[1,0],[2,0],[0,0]]]}',
      /its polygons have no area\.$/m,
    ],
  ] as const) {
    const file = inData(name, content)
    const { code, stderr } = await metes.run(['serve'], { PORT: '0', METES_LAND_FILE: file })
    assert.equal(code, 1)
    assert.match(stderr, /^Error: METES_LAND_FILE: .* cannot be used: /m)
    assert.match(stderr, reason)
  }
  const doctor = await metes.runHere(['doctor'], { METES_LAND_FILE: join(metes.dataDir, 'gone.shp') })
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /✗ Land mask: METES_LAND_FILE: .*it cannot be read \(ENOENT/)
})

test('a start that is interrupted while it cuts ends at once', async () => {
  const many = Array.from({ length: 3_000 }, (_, i) => [
    boxRing((i % 300) - 150, Math.floor(i / 300) * 10 - 50, (i % 300) - 149.5, Math.floor(i / 300) * 10 - 49),
  ])
  const serving = metes.start(['serve'], {
    PORT: '0',
    METES_LAND_FILE: inData('many.shp', shapefileOf(many)),
    METES_LOG_LEVEL: 'info',
  })
  await serving.seen(/(cutting the land file)/)
  serving.kill('SIGTERM')
  assert.equal((await serving.ended).code, 0)
})

test('a start that is interrupted while it cuts one hard cell ends at once, too', async () => {
  const drafts = join(metes.dataDir, 'hard')
  mkdirSync(drafts)
  const serving = metes.start(['serve'], {
    PORT: '0',
    METES_DATA_DIR: drafts,
    METES_LAND_FILE: inData('hard.geojson', scribble(6_000)),
    METES_LOG_LEVEL: 'info',
  })
  // The cell comes first, right after its rings were written.
  await Promise.race([written(drafts, /\.cells$/), serving.ended])
  serving.kill('SIGTERM')
  assert.equal((await serving.ended).code, 0)
  assert.deepEqual(
    readdirSync(drafts).filter((name) => name.startsWith('own-land')),
    [],
  )
})

/** Resolves when a file of the directory has content. */
const written = async (directory: string, name: RegExp): Promise<void> => {
  const changes = watch(directory)
  try {
    for await (const _ of on(changes, 'change'))
      if (readdirSync(directory).some((file) => name.test(file) && statSync(join(directory, file)).size > 0))
        return
  } finally {
    changes.close()
  }
}
