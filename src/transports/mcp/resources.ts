/** Resources of the Model Context Protocol: boundaries by id, and the page on which `show_map` draws. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { CallOperation, CallRequest } from '../client/command-call.ts'
import { MAP_PAGE_URI, mapPage } from './show-map/page.ts'

const GEOJSON = 'application/geo+json'
/** Media type of an MCP App. */
const APP_PAGE = 'text/html;profile=mcp-app'

export const RESOURCES: readonly Resource[] = [
  {
    uri: MAP_PAGE_URI,
    name: 'map',
    title: 'Map',
    description: 'The page on which show_map draws boundaries and areas.',
    mimeType: APP_PAGE,
  },
]

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'metes://boundary/{id}',
    name: 'boundary',
    title: 'Boundary',
    description:
      'The polygon of a boundary as a GeoJSON Feature at low detail, by any form of its id: r2171347, iso:FR.',
    mimeType: GEOJSON,
  },
]

/** @throws ProtocolError if there is no such resource, or it cannot be read */
export const readResource = async (
  uri: string,
  asked: Pick<CallRequest, 'languages' | 'signal'> & { readonly call: CallOperation },
): Promise<ReadResourceResult> => {
  if (uri === MAP_PAGE_URI)
    return {
      contents: [{ uri, mimeType: APP_PAGE, text: mapPage(), _meta: { ui: { prefersBorder: true } } }],
    }
  const { call, ...request } = asked
  const answer = await call({
    ...request,
    operation: 'get_boundary',
    input: { id: boundaryIn(uri), detail: 'low' },
  })
  if (answer.ok)
    return { contents: [{ uri, mimeType: GEOJSON, text: new TextDecoder().decode(answer.bytes) }] }
  const { code, detail, title } = answer.problem
  if (code === 'not_found') throw new ResourceNotFoundError(uri, detail)
  const isInvalid = code === 'invalid_input'
  throw new ProtocolError(
    isInvalid ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    `${code}: ${detail ?? title}`,
  )
}

const BOUNDARY = /^metes:\/\/boundary\/([^/?#]+)$/

const boundaryIn = (uri: string): string => {
  const id = BOUNDARY.exec(uri)?.[1]
  if (id === undefined) throw new ResourceNotFoundError(uri)
  try {
    return decodeURIComponent(id)
  } catch {
    throw new ResourceNotFoundError(uri)
  }
}
