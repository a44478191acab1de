/** Where to go next, as an address may say it: only to pages of this service, so that no link leads from here to elsewhere. */

const LONGEST = 1_000
/** What browsers take for a host (`//`, `/\`) or drop before they look (control characters, spaces) never begins a path. */
const LOCAL = /^\/(?![/\\])[!-~]*$/

/** The path if it is one of ours, else the other one. */
export const localPath = (text: string | null, otherwise: string): string =>
  text !== null && text.length <= LONGEST && LOCAL.test(text) && !text.includes('\\') ? text : otherwise
