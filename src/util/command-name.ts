/** How people run the command line, for texts that suggest a command on this machine. */
import { existsSync } from 'node:fs'

/** In a checkout nothing on the PATH is called metes, and npx finds it. The package has no `src/`. */
export const METES = existsSync(new URL('../../src/', import.meta.url)) ? 'npx metes' : 'metes'
