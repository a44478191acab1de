/** Real extracts, imported by the real command and queried over HTTP, compared with GEOS and osmium. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Installation, install, type RunningServer } from '../support/service.ts'

interface Truth {
  readonly boundaries: readonly {
    readonly id: string
    readonly admin_level: number | null
    readonly area_deg2: number
    readonly vertices: number
    readonly bbox: readonly [number, number, number, number]
  }[]
  readonly points: readonly {
    readonly lon: number
    readonly lat: number
    readonly inside: readonly string[]
  }[]
}

const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url))

for (const name of ['luxembourg-2018', 'liechtenstein-2022', 'andorra-2019']) {
  const extract = `${DATA}/osm/${name}.osm.pbf`
  const skip = existsSync(extract) ? false : `the extract ${name}.osm.pbf is not on this machine`

  describe(`the extract ${name}`, { skip, concurrency: 1 }, () => {
    let installation: Installation
    let server: RunningServer
    let call: (op: string, input: unknown) => Promise<{ status: number; body: Record<string, unknown> }>
    let truth: Truth

    before(async () => {
      truth = JSON.parse(readFileSync(`${DATA}/truth/${name}.json`, 'utf8'))
      installation = await install()
      const imported = await installation.run(['import', extract, '--no-tiles'])
      assert.equal(imported.code, 0, imported.stderr)
      const key = await installation.createKey()
      server = await installation.serve()
      call = async (op, input) => {
        const answer = await fetch(`${server.url}/v1/ops/${op}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
      }
    })

    after(async () => {
      assert.equal(await server?.stop('SIGTERM'), 0, 'SIGTERM drains and exits 0')
      await installation?.remove()
    })

    it('gives every boundary its area to 1e-9, its bbox and its vertices at full detail', async () => {
      for (const expected of truth.boundaries) {
        const { status, body } = await call('get_boundary', { id: expected.id, detail: 'full', precision: 7 })
        assert.equal(status, 200, `${expected.id}: ${JSON.stringify(body).slice(0, 300)}`)
        const polygons = polygonsOf(body.geometry)
        const area = polygons.reduce((sum, rings) => sum + Math.abs(planarArea(rings)), 0)
        const relative = Math.abs(area - expected.area_deg2) / expected.area_deg2
        assert.ok(relative <= 1e-9, `${expected.id}: area ${area} is not ${expected.area_deg2} (${relative})`)
        assert.deepEqual(body.bbox, expected.bbox, expected.id)
        const vertices = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
        assert.equal((body.properties as { vertices: number }).vertices, vertices)
      }
    })

    it('names exactly the boundaries that contain each point', async () => {
      const known = new Map(truth.boundaries.map((boundary) => [boundary.id, boundary.admin_level]))
      for (const point of truth.points) {
        const { status, body } = await call('reverse_boundaries', { lon: point.lon, lat: point.lat })
        assert.equal(status, 200)
        const found = (body.boundaries as { id: string }[]).map((boundary) => boundary.id)
        const ofExtract = found.filter((id) => known.has(id)).sort()
        assert.deepEqual(ofExtract, [...point.inside].sort(), `at ${point.lon} ${point.lat}`)
        // Where the extract knows the country, nothing coarser may be added except another country that claims or shares the land.
        const { boundaries, disputed, condominiums } = body as {
          boundaries: { id: string; kind: string; country: string }[]
          disputed: { claimants: string[] }[]
          condominiums: { countries: string[] }[]
        }
        const owners = new Set([
          ...disputed.flatMap(({ claimants }) => claimants),
          ...condominiums.flatMap(({ countries }) => countries),
        ])
        const isOwner = ({ kind, country }: { kind: string; country: string }) =>
          kind === 'country' && owners.has(country)
        const others = boundaries.filter((each) => known.has(each.id) || !isOwner(each))
        if (point.inside.some((id) => known.get(id) === 2))
          assert.deepEqual(others.map(({ id }) => id).sort(), ofExtract, `at ${point.lon} ${point.lat}`)
      }
    })
  })
}

type Ring = readonly (readonly [number, number])[]

function polygonsOf(geometry: unknown): readonly (readonly Ring[])[] {
  const { type, coordinates } = geometry as { type: string; coordinates: unknown }
  return (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
}

/** Shoelace about the ring's first position, holes subtracted. */
function planarArea(rings: readonly Ring[]): number {
  return rings.reduce((sum, ring) => {
    const [originLon, originLat] = ring[0]
    let twice = 0
    for (let i = 1; i < ring.length; i++) {
      twice +=
        (ring[i - 1][0] - originLon) * (ring[i][1] - originLat) -
        (ring[i][0] - originLon) * (ring[i - 1][1] - originLat)
    }
    return sum + twice / 2
  }, 0)
}
