/** Addresses of modules that threads start with. */
import { extname } from 'node:path'

/** The module beside the one at `from`: TypeScript in a checkout, JavaScript in the package. */
export const siblingModule = (name: string, from: string): URL => new URL(`./${name}${extname(from)}`, from)
