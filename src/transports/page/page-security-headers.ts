/** Security headers of pages, such as that no other site may frame them; `http/security-headers.ts` adds `X-Frame-Options` and other defaults. */

const OWN_FORMS = "form-action 'self'"

/** No scripts, no external resources, no forms to other sites, no framing. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  OWN_FORMS,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Also runs scripts of this server. */
export const SCRIPTED_POLICY = `${POLICY}; script-src 'self'`

/**
 * Scripts, workers and data from this server only; no inline scripts or styles.
 *
 * @param frameAncestors sources of the sites that may frame the page
 */
export const mapPolicy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join('; ')

/**
 * @param formTarget another target of a form's redirects
 * @param policy Content-Security-Policy instead of the one without scripts
 */
export const pageSecurityHeaders = (
  formTarget: string | undefined,
  policy = formTarget === undefined ? POLICY : POLICY.replace(OWN_FORMS, `${OWN_FORMS} ${formTarget}`),
): readonly string[] => ['Content-Security-Policy', policy, ...SAME_FOR_ALL]

const SAME_FOR_ALL: readonly string[] = [
  // Not `no-referrer`, with which browsers send "Origin: null" for our own forms, so that the origin check would fail.
  'Referrer-Policy',
  'same-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=()',
]
