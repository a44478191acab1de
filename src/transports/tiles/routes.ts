/** Vector tiles of the catalog and of the base map, their TileJSON (3.0.0), and a style that draws them. Public, free, and limited apart from calls. */
import { type BaseTiles, MIN_BASE_ZOOM } from '../../domain/tiles/base-tiles.ts'
import { describeBaseLayers, describeLabels, describeLayer } from '../../domain/tiles/describe-layer.ts'
import { MAX_ZOOM, WORLD_BOUNDS } from '../../domain/tiles/tile-grid.ts'
import type { Tiles } from '../../domain/tiles/tiles.ts'
import { checkRate } from '../../op/check-rate.ts'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { ResponseCache } from '../../op/response/response-cache.ts'
import { network } from '../../platform/customer-network.ts'
import { POLICIES } from '../../platform/rate-limit/policies.ts'
import type { RateLimitStore } from '../../platform/rate-limit/store.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import { jsonAnswer } from '../http/answer.ts'
import { publicFields } from '../http/cache-control.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import { publishedStyle, readStyleOptions } from './style.ts'
import { readTileAddress, readTileSet } from './tile-address.ts'
import { readLanguages, refuseParameters } from './tile-languages.ts'
import { worldMap } from './world.ts'

export interface TileRoutesOptions {
  readonly tiles: Pick<Tiles, 'versionAt' | 'draw' | 'drawLabels' | 'attribution'>
  readonly baseTiles: BaseTiles
  readonly answers: ResponseCache
  readonly limits: RateLimitStore
  readonly baseUrl: string
}

const TILE_TYPE = 'application/vnd.mapbox-vector-tile'
/** Browsers ask again after an hour, shared caches after a day; meanwhile both may show what they have. */
const KEPT_TILE = publicFields(
  'max-age=3600, s-maxage=86400, stale-while-revalidate=86400',
  'Accept-Encoding',
)

export const tileRoutes = ({
  tiles,
  baseTiles,
  answers,
  limits,
  baseUrl,
}: TileRoutesOptions): readonly HttpRoute[] => {
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
    return drawnOnce(request, key, async (owner) => {
      const [bytes] = await tiles.draw([tile], { set, languages }, owner)
      return bytes
    })
  }

  /** Answers with the tile that was kept under the key, or draws it. */
  const drawnOnce = async (
    request: HttpRequest,
    key: string,
    draw: (owner: WorkOwner) => Promise<Uint8Array | null>,
  ): Promise<HttpAnswer> => {
    // Threads take turns between networks: one that asks for many cold tiles waits behind itself, and is refused when too many wait.
    const owner = { name: network(request.origin.address), isAnonymous: true }
    const encode = async () => new EncodedBody((await draw(owner)) ?? NO_BYTES, TILE_TYPE)
    const body = await answers.get(key, encode, { signal: request.signal() })
    // An empty tile has nothing to decode; maps take 204 as one without features.
    return body.bytes.byteLength === 0 ? EMPTY : { status: 200, body, headers: KEPT_TILE }
  }

  const baseTileOf = async (request: HttpRequest): Promise<HttpAnswer> => {
    const tile = readTileAddress(request.location.params, MIN_BASE_ZOOM)
    refuseParameters(request.location.query)
    await allow(request)
    const { version, draw } = await baseTiles.at(tile)
    return drawnOnce(request, ['base-tile', version, tile.z, tile.x, tile.y].join('|'), draw)
  }

  const labelTileOf = async (request: HttpRequest): Promise<HttpAnswer> => {
    const tile = readTileAddress(request.location.params)
    const languages = readLanguages(request.location.query)
    await allow(request)
    const version = await tiles.versionAt(tile)
    const key = ['label-tile', version, languages.join(','), tile.z, tile.x, tile.y].join('|')
    return drawnOnce(request, key, (owner) => tiles.drawLabels(tile, languages, owner))
  }

  const world = async (request: HttpRequest): Promise<HttpAnswer> => {
    refuseParameters(request.location.query)
    await allow(request)
    return { status: 200, body: worldMap(), headers: KEPT_TILE }
  }

  const style = async (request: HttpRequest): Promise<HttpAnswer> => {
    const options = readStyleOptions(request.location.query)
    await allow(request)
    const credits = await Promise.all([tiles.attribution(), baseTiles.attribution()])
    const attribution = [...new Set(credits.flatMap((text) => text.split('; ')))].join('; ')
    return jsonAnswer(publishedStyle(options, { baseUrl, attribution }), KEPT_TILE)
  }

  const describe = async (request: HttpRequest): Promise<HttpAnswer> => {
    const set = readTileSet(request.location.params.set)
    const languages = readLanguages(request.location.query)
    await allow(request)
    const description = {
      name: set === 'all' ? 'Boundaries' : `Boundaries: ${set}`,
      attribution: await tiles.attribution(),
      tiles: [`${baseUrl}/tiles/${set}/{z}/{x}/{y}.mvt${queryOf(languages)}`],
      minzoom: 0,
      vector_layers: [describeLayer(languages, MAX_ZOOM)],
    }
    return jsonAnswer(tileJson(description), KEPT_TILE)
  }

  const describeLabelTiles = async (request: HttpRequest): Promise<HttpAnswer> => {
    const languages = readLanguages(request.location.query)
    await allow(request)
    const description = {
      name: 'Labels of boundaries',
      attribution: await tiles.attribution(),
      tiles: [`${baseUrl}/tiles/labels/{z}/{x}/{y}.mvt${queryOf(languages)}`],
      minzoom: 0,
      vector_layers: [describeLabels(languages, MAX_ZOOM)],
    }
    return jsonAnswer(tileJson(description), KEPT_TILE)
  }

  const describeBase = async (request: HttpRequest): Promise<HttpAnswer> => {
    refuseParameters(request.location.query)
    await allow(request)
    const description = {
      name: 'Base map',
      attribution: await baseTiles.attribution(),
      tiles: [`${baseUrl}/tiles/base/{z}/{x}/{y}.mvt`],
      minzoom: MIN_BASE_ZOOM,
      vector_layers: describeBaseLayers(MIN_BASE_ZOOM, MAX_ZOOM),
    }
    return jsonAnswer(tileJson(description), KEPT_TILE)
  }

  return [
    { method: 'GET', path: '/tiles/base.json', endpoint: describeBase },
    { method: 'GET', path: '/tiles/base/{z}/{x}/{y}.mvt', endpoint: baseTileOf },
    { method: 'GET', path: '/tiles/labels.json', endpoint: describeLabelTiles },
    { method: 'GET', path: '/tiles/labels/{z}/{x}/{y}.mvt', endpoint: labelTileOf },
    { method: 'GET', path: '/tiles/style.json', endpoint: style },
    { method: 'GET', path: '/tiles/world.json', endpoint: world },
    { method: 'GET', path: '/tiles/{set}.json', endpoint: describe },
    { method: 'GET', path: '/tiles/{set}/{z}/{x}/{y}.mvt', endpoint: tileOf },
  ]
}

const queryOf = (languages: readonly string[]): string =>
  languages.length === 0 ? '' : `?languages=${languages.join(',')}`

const NO_BYTES = new Uint8Array(0)
const EMPTY: HttpAnswer = { status: 204, body: null, headers: KEPT_TILE }

const tileJson = (description: object): object => ({
  tilejson: '3.0.0',
  scheme: 'xyz',
  maxzoom: MAX_ZOOM,
  bounds: WORLD_BOUNDS,
  ...description,
})
