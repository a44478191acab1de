/** Calls an operation as an agent's tool: answers are small by default, and have a text besides the structured answer. */
import { fileURLToPath } from 'node:url'
import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server'
import type { AnyOp } from '../../op/define.ts'
import type { CallOperation, CallRequest } from '../client/command-call.ts'
import { withNamedBoundary } from '../client/named-boundary.ts'
import { parsedAnswer } from '../client/parsed-answer.ts'
import { problemResult } from './problem-result.ts'
import { agentDefaults } from './tools.ts'

/** Maximum size of a Feature with its polygon, in bytes of JSON: more would fill the memory of a model. */
export const MAX_INLINE_BYTES = 8_000

export type ToolCall = Pick<CallRequest, 'input' | 'languages' | 'signal' | 'progress'>

/** Returns problems as results, not as protocol errors, so that the model reads them and can correct its call. */
export const callTool = async (
  op: AnyOp,
  { input, ...asked }: ToolCall,
  call: CallOperation,
): Promise<CallToolResult> => {
  const named = await withNamedBoundary(
    {
      ...asked,
      operation: op.name,
      input: { ...agentDefaults(op), ...input },
      maxInlineBytes: MAX_INLINE_BYTES,
      long: op.long === true,
    },
    call,
  )
  const answer = named.ok ? await call(named.request) : named
  if (!answer.ok) return problemResult(answer.problem)
  const structuredContent = parsedAnswer<Record<string, unknown>>(answer.bytes)
  const file = fileIn(structuredContent)
  const used = named.ok && named.used !== null ? [named.used] : []
  const text = [...used, op.agent.summarize(structuredContent), ...pathOf(file)].join('\n')
  return {
    content: [{ type: 'text', text }, ...(file === null ? [] : [file])],
    structuredContent,
  }
}

const GEOJSON_TYPE = 'application/geo+json'

/** Returns a link to the answer's file: an export, or a polygon that is too large for the answer. */
const fileIn = (answer: Readonly<Record<string, unknown>>): ResourceLink | null => {
  if (typeof answer.download_url === 'string')
    return { type: 'resource_link', uri: answer.download_url, name: 'polygon', mimeType: GEOJSON_TYPE }
  const { url, format, media_type: mediaType, bytes: size } = answer
  if (typeof url !== 'string' || typeof mediaType !== 'string') return null
  return { type: 'resource_link', uri: url, name: String(format), mimeType: mediaType, size: Number(size) }
}

/** Returns the path of a file on this machine, for the other tools of a local agent. */
const pathOf = (file: ResourceLink | null): readonly string[] =>
  file?.uri.startsWith('file:') ? [`Path of the file: ${fileURLToPath(file.uri)}`] : []
