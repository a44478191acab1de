/** Plain JavaScript, because `metes.js` needs it on any Node. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * When the folder, or anything in it, was last changed: what was removed or moved changes its folder.
 *
 * @param {string} folder
 * @returns {number} milliseconds since 1970
 */
export const newestIn = (folder) =>
  Math.max(
    statSync(folder).mtimeMs,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? newestIn(path) : statSync(path).mtimeMs
    }),
  )
