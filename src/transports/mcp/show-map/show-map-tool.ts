/**
 * `show_map`: a tool for the end of a task. It draws boundaries, or the file of an area, on a page in the chat (an MCP App).
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { issuesOf } from '../../../op/problem/invalid-input.ts'
import { problem } from '../../../op/problem/problem.ts'
import { inputSchema } from '../../../op/schema/derived-schema.ts'
import type { CallOperation, CallRequest, OpenFile, ProblemBody } from '../../client/command-call.ts'
import { problemResult } from '../problem-result.ts'
import { toolInput } from '../tool-schema.ts'
import { MAP_PAGE_URI } from './page.ts'
import { type MapFeature, readFeature } from './read-feature.ts'

const MAX_BOUNDARIES = 10

const input = z
  .strictObject({
    boundaries: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(MAX_BOUNDARIES)
      .optional()
      .describe('Ids of boundaries to draw, as get_boundary takes them.'),
    download_url: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('download_url of an answer of union_boundaries, create_area or get_boundary.'),
  })
  .refine(
    ({ boundaries, download_url }) => (boundaries === undefined) !== (download_url === undefined),
    'Pass either boundaries or download_url.',
  )

/** Member with the Features for the page. Hosts pass it on without showing it to the model. */
const FEATURES_KEY = 'metes/features'

export const SHOW_MAP = {
  name: 'show_map',
  title: 'Show boundaries or an area on a map',
  description:
    'Show boundaries or an area on a map in the chat. Use it once at the end, when the user asked where something is or what an area looks like. Pass either ids of boundaries, or the download_url of an answer. Draws low detail. The user sees the map: describe only what matters.',
  inputSchema: toolInput(inputSchema(input), {}),
  outputSchema: {
    type: 'object' as const,
    properties: {
      shown: { type: 'array', items: { type: 'object' } },
      attribution: { type: 'string' },
    },
    required: ['shown', 'attribution'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  // Older hosts use the flat key.
  _meta: { ui: { resourceUri: MAP_PAGE_URI }, 'ui/resourceUri': MAP_PAGE_URI },
}

type MapRequest = Pick<CallRequest, 'input' | 'languages' | 'signal'>

interface Sources {
  readonly call: CallOperation
  readonly openFile: OpenFile
}

export const showMap = async (asked: MapRequest, { call, openFile }: Sources): Promise<CallToolResult> => {
  const parsed = input.safeParse(asked.input)
  if (!parsed.success) {
    const { code, title, message, members } = problem('invalid_input', {
      issues: issuesOf(parsed.error, input, asked.input),
    })
    return problemResult({ code, title, detail: message, ...members })
  }
  const { boundaries = [], download_url: url } = parsed.data
  const features: MapFeature[] = []
  for (const id of boundaries) {
    const found = await boundaryFeature(id, asked, call)
    if ('refused' in found) return problemResult(found.refused)
    features.push(found)
  }
  if (url !== undefined) features.push(await readFeature(url, openFile, asked.signal))
  return mapResult(features)
}

/** Low detail with four decimals has about 25,000 bytes. */
const MAX_FEATURE_BYTES = 200_000

const boundaryFeature = async (
  id: string,
  { languages, signal }: MapRequest,
  call: CallOperation,
): Promise<MapFeature | { readonly refused: ProblemBody }> => {
  const answer = await call({
    operation: 'get_boundary',
    input: { id, detail: 'low' },
    languages,
    signal,
    maxInlineBytes: MAX_FEATURE_BYTES,
  })
  return answer.ok ? JSON.parse(new TextDecoder().decode(answer.bytes)) : { refused: answer.problem }
}

const mapResult = (features: readonly MapFeature[]): CallToolResult => {
  const shown = features.map(({ bbox, properties: { id = null, name = null, area_km2 } }) => ({
    id,
    name,
    area_km2,
    bbox: bbox ?? null,
  }))
  const attribution = [...new Set(features.map(({ properties }) => properties.attribution))].join('; ')
  const names = shown.map(({ id, name }) => (name === null ? 'the area' : `${name} (${id})`))
  return {
    content: [{ type: 'text', text: `The map shows ${names.join(', ')}. Attribution: ${attribution}` }],
    structuredContent: { shown, attribution },
    _meta: { [FEATURES_KEY]: features },
  }
}
