/** Validates redirect targets from addresses, to prevent redirects to other sites. */

const MAX_LENGTH = 1_000
/** Excludes text that browsers read as a host (`//`, `/\`) or strip first (control characters, spaces). */
const LOCAL = /^\/(?![/\\])[!-~]*$/

/** Returns the path if it is local, otherwise `otherwise`. */
export const localPath = (text: string | null, otherwise: string): string =>
  text !== null && text.length <= MAX_LENGTH && LOCAL.test(text) && !text.includes('\\') ? text : otherwise
