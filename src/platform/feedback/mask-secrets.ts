/**
 * Masks keys that people paste by mistake. Masks only unmistakable shapes: the prefixes by which secret scanners recognize
 * the keys of services, and the places where credentials are.
 */

export interface Masked {
  readonly text: string
  /** True if anything was masked. */
  readonly masked: boolean
}

export const maskSecrets = (text: string): Masked => {
  let masked = text
  for (const shape of SHAPES) masked = masked.replace(shape, MASK)
  return { text: masked, masked: masked !== text }
}

/** `$1` of a shape remains: it shows the place of the credential. */
const MASK = '$1[masked]'

const SHAPES: readonly RegExp[] = [
  // Our own keys and tokens of feeds, including mistyped ones.
  /(mt[sf]_)[0-9A-Za-z]{16,}/g,
  // Private keys in PEM (RFC 7468), to their end.
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----END))*(?:-----END [A-Z ]{0,40}-----)?/g,
  // Credentials in headers (RFC 9110 §11.6.2), also in pasted curl commands. A word without a digit after "bearer" may be just a word.
  /(\bAuthorization\s{0,8}[:=]\s{0,8}\w{1,20}\s{1,8})(?!\S{0,80}\[masked\])[^\s"'<>]{8,}/gi,
  /(\bBearer\s{1,8})(?=[A-Za-z._~+/-]{0,200}\d)[0-9A-Za-z._~+/-]{16,}={0,2}/gi,
  /(\bX-API-Key\s{0,8}[:=]\s{0,8})(?!\S{0,80}\[masked\])[^\s"'<>]{8,}/gi,
  // Passwords in addresses (RFC 3986 §3.2.1).
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@]{0,64}:)[^\s/?#@]{1,200}(?=@)/gi,
  // JSON Web Tokens (RFC 7519): two JSON objects in base64url.
  /()(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}(?:\.[\w-]*)?/g,
  // GitHub, GitLab, npm, Slack, Stripe, OpenAI and Anthropic, Google, Amazon, Hugging Face.
  /((?<!\w)(?:gh[oprsu]_|github_pat_))\w{20,}/g,
  /((?<!\w)glpat-)[\w-]{16,}/g,
  /((?<!\w)npm_)[0-9A-Za-z]{30,}/g,
  /((?<!\w)xox[a-z]-)[\w-]{10,}/g,
  /((?<!\w)[prs]k_(?:live|test)_)\w{16,}/g,
  /((?<![\w-])sk-)[\w-]{20,}/g,
  /((?<!\w)AIza)[\w-]{30,}/g,
  /((?<!\w)(?:AKIA|ASIA))[0-9A-Z]{16}(?!\w)/g,
  /((?<!\w)hf_)[0-9A-Za-z]{30,}/g,
]
