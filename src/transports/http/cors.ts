/** What scripts of other sites may send and read (https://fetch.spec.whatwg.org/#http-cors-protocol): header fields as alternating names and values. */

/** Scripts of any site may read these answers, because none depends on cookies. */
export const FOR_ANY_SITE: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  '*',
]

/** Cache time of preflight answers: a day; most browsers cap it at two hours. */
const PREFLIGHT_SECONDS = 86_400

const ALLOWED_HEADERS = [
  'Authorization, X-API-Key, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, If-Range, Prefer, Range, X-Request-Id',
  'Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID',
].join(', ')

export const preflightFields = (methods: string): readonly string[] => [
  'Access-Control-Allow-Methods',
  methods,
  'Access-Control-Allow-Headers',
  ALLOWED_HEADERS,
  'Access-Control-Max-Age',
  String(PREFLIGHT_SECONDS),
]
