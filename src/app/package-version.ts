/** Version of this program, from its package. */
import { readFileSync } from 'node:fs'

export const PACKAGE_VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
).version
