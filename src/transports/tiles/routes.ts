/** Vector tiles of the catalog and their TileJSON (3.0.0). Public, free, and limited apart from calls. */
import { describeLayer } from '../../domain/tiles/describe-layer.ts'
import { MAX_ZOOM, WORLD_BOUNDS } from '../../domain/tiles/tile-grid.ts'
import type { TileSet } from '../../domain/tiles/tile-set.ts'
import type { Tiles } from '../../domain/tiles/tiles.ts'
import { checkRate } from '../../op/check-rate.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { ResponseCache } from '../../op/response/response-cache.ts'
import { network } from '../../platform/customer-network.ts'
import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import { jsonAnswer } from '../http/answer.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { readTileAddress, readTileSet } from './address.ts'
import { readLanguages } from './languages.ts'

export interface TileRoutesOptions {
  readonly tiles: Pick<Tiles, 'versionAt' | 'draw' | 'attribution'>
  readonly answers: ResponseCache
  readonly limits: RateLimitStore
  readonly baseUrl: string
}

const TILE_TYPE = 'application/vnd.mapbox-vector-tile'

/** Browsers ask again after an hour, shared caches after a day; meanwhile both may show what they have. */
const CACHED: readonly string[] = [
  'Cache-Control',
  'public, max-age=3600, s-maxage=86400, stale-while-revalidate=86400',
  'Vary',
  'Accept-Encoding',
]

export const tileRoutes = ({ tiles, answers, limits, baseUrl }: TileRoutesOptions): readonly HttpRoute[] => {
  const allow = async (request: HttpRequest): Promise<void> =>
    checkRate(await limits.take(POLICIES.tiles, network(request.origin.address)))

  const tileOf = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { params, query } = request.location
    const set = readTileSet(params.set)
    const tile = readTileAddress(params)
    const languages = readLanguages(query)
    await allow(request)
    const version = await tiles.versionAt(tile)
    const key = ['tile', version, set, languages.join(','), tile.z, tile.x, tile.y].join('|')
    const body = await answers.get(
      key,
      async () => {
        // Threads take turns between networks: one that asks for many cold tiles waits behind itself, and is refused when too many wait.
        const owner = { name: network(request.origin.address), isAnonymous: true }
        const [bytes] = await tiles.draw([tile], { set, languages }, owner)
        return new EncodedBody(bytes ?? NO_BYTES, TILE_TYPE)
      },
      { signal: request.signal() },
    )
    // An empty tile has nothing to decode; maps take 204 as one without features.
    return body.bytes.byteLength === 0 ? EMPTY : { status: 200, body, headers: CACHED }
  }

  const describe = async (request: HttpRequest): Promise<HttpAnswer> => {
    const set = readTileSet(request.location.params.set)
    const languages = readLanguages(request.location.query)
    await allow(request)
    return jsonAnswer(tileJson(baseUrl, set, languages, await tiles.attribution()), CACHED)
  }

  return [
    { method: 'GET', path: '/tiles/{set}.json', endpoint: describe },
    { method: 'GET', path: '/tiles/{set}/{z}/{x}/{y}.mvt', endpoint: tileOf },
  ]
}

const NO_BYTES = new Uint8Array(0)
const EMPTY: HttpAnswer = { status: 204, body: null, headers: CACHED }

const tileJson = (
  baseUrl: string,
  set: TileSet,
  languages: readonly string[],
  attribution: string,
): object => {
  const query = languages.length === 0 ? '' : `?languages=${languages.join(',')}`
  return {
    tilejson: '3.0.0',
    name: set === 'all' ? 'Boundaries' : `Boundaries: ${set}`,
    attribution,
    scheme: 'xyz',
    tiles: [`${baseUrl}/tiles/${set}/{z}/{x}/{y}.mvt${query}`],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    bounds: WORLD_BOUNDS,
    vector_layers: [describeLayer(languages, MAX_ZOOM)],
  }
}
