/** Names where an id is expected, as people and models type them: the one boundary of the name, or a refusal that lists what may be meant. */
import type { Candidate, SearchBoundariesOutput } from '../../client/index.ts'
import { isBoundaryName } from '../../domain/boundary/id.ts'
import type { CallAnswer, CallOperation, CallRequest } from './command-call.ts'
import { parsedAnswer } from './parsed-answer.ts'

export type NamedRequest =
  /** `used`: the boundary whose id replaces the name, in words; null if the input has an id. */
  | { readonly ok: true; readonly request: CallRequest; readonly used: string | null }
  | Extract<CallAnswer, { readonly ok: false }>

/**
 * Replaces a name in the input by the id of the only boundary that has exactly this name, if no hint says that it may mean
 * something else. Operations on several boundaries, or on points, take ids only.
 */
export const withNamedBoundary = async (request: CallRequest, call: CallOperation): Promise<NamedRequest> => {
  const field = NAMED_FIELDS[request.operation]
  const name = field === undefined ? undefined : request.input[field]
  if (field === undefined || typeof name !== 'string' || !isBoundaryName(name))
    return { ok: true, request, used: null }
  const { languages, signal } = request
  const answer = await call({
    operation: 'search_boundaries',
    input: { q: name, limit: MAX_CANDIDATES },
    languages,
    signal,
  })
  if (!answer.ok) return answer
  const { candidates, hint } = parsedAnswer<SearchBoundariesOutput>(answer.bytes)
  const exact = candidates.filter(({ match }) => match === 'exact')
  if (exact.length !== 1 || hint !== null)
    return refusal(name, exact.length, exact.length > 1 ? exact : candidates, hint)
  const [{ id }] = exact
  return {
    ok: true,
    request: { ...request, input: { ...request.input, [field]: id } },
    used: inWords(name, exact[0]),
  }
}

/** By operation, the field that may be a name. */
export const NAMED_FIELDS: Readonly<Record<string, string>> = {
  get_boundary: 'id',
  list_children: 'id',
  export_boundary: 'id',
  export_collection: 'within',
}
const MAX_CANDIDATES = 10

const inWords = (name: string, { id, name: own, kind, parents }: Candidate): string => {
  const within = parents.map((parent) => parent.name).reverse()
  return `"${name}" is ${id}: ${[own, ...within].join(', ')} (${kind.replaceAll('_', ' ')}).`
}

const refusal = (
  name: string,
  exact: number,
  candidates: readonly Candidate[],
  hint: string | null,
): Extract<NamedRequest, { readonly ok: false }> => {
  const count = exact === 0 ? 'No boundary has' : `${exact} boundaries have`
  const reason = [
    ...(hint === null || exact > 1 ? [`${count} exactly this name.`] : []),
    ...(hint === null ? [] : [hint]),
    ...(candidates.length === 0 ? [] : ['Call again with an id.']),
  ].join(' ')
  return {
    ok: false,
    problem: {
      code: 'invalid_input',
      title: 'The name does not identify one boundary',
      detail: reason,
      unmapped: [{ text: name, reason, candidates: [...candidates] }],
    },
  }
}
