/** Addresses of modules with which threads start. */
import { extname } from 'node:path'

/** Returns the module next to the one at `from`: TypeScript in a checkout, JavaScript in the package. */
export const siblingModule = (name: string, from: string): URL => new URL(`./${name}${extname(from)}`, from)
