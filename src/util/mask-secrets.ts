/**
 * Masks keys that people paste by mistake, in feedback, in the log and in everything that a problem repeats. Masks only
 * unmistakable shapes: the prefixes by which secret scanners recognize the keys of services, and the places where credentials
 * are.
 */

export interface Masked {
  readonly text: string
  /** True if anything was masked. */
  readonly masked: boolean
}

export const maskSecrets = (text: string): Masked => {
  let masked = text.includes('%')
    ? text.replace(WORD, (word) => (hidesSecret(word) ? '[masked]' : word))
    : text
  for (const shape of SHAPES) masked = masked.replace(shape, MASK)
  return { text: masked, masked: masked !== text }
}

/**
 * Masks the secrets in an address that leads nowhere. There, a long word of letters and digits is a token rather than the name
 * of a page.
 */
export const maskAddress = (address: string): string =>
  maskSecrets(address).text.replace(WORD, (word) =>
    word.length < MIN_TOKEN_LETTERS || PAGE_NAME.test(word) ? word : '[masked]',
  )

const WORD = /[\w.~%-]{16,}/g
const MIN_TOKEN_LETTERS = 20
const PAGE_NAME = /^[a-z_.-]+$/

/** True if the word is one of our secrets, percent-encoded in part or several times. */
const hidesSecret = (word: string): boolean => {
  let decoded = word
  for (let round = 0; round < MAX_ROUNDS && decoded.includes('%'); round++)
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decoded !== word && [OWN_KEY, OPAQUE_TOKEN].some((shape) => decoded.search(shape) >= 0)
}

const MAX_ROUNDS = 5

/** `$1` of a shape remains: it shows the place of the credential. */
const MASK = '$1[masked]'

/** Our own keys and tokens of feeds, including mistyped ones, and several without a gap. */
const OWN_KEY = /(mt[sf]_)[\w-]{16,}/gi

/** Access tokens and links of sign-ins: 256 bits in base64url. */
const OPAQUE_TOKEN = /()(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?:[\w-]{43})+(?![\w-])/g

const SHAPES: readonly RegExp[] = [
  OWN_KEY,
  OPAQUE_TOKEN,
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
