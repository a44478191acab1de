/** The official host half of MCP Apps, as a page without a bundler loads it. */
import { fileURLToPath } from 'node:url'

const bridge = import.meta.resolve('@modelcontextprotocol/ext-apps/app-bridge')

/** What each package names for browsers, in the folder of the packages. */
const FILES = {
  '@modelcontextprotocol/client': '@modelcontextprotocol/client/dist/index.mjs',
  '@modelcontextprotocol/client/_shims': '@modelcontextprotocol/client/dist/shimsBrowser.mjs',
  '@modelcontextprotocol/core': '@modelcontextprotocol/core/dist/index.mjs',
  '@modelcontextprotocol/core/internal': '@modelcontextprotocol/core/dist/internal.mjs',
  '@modelcontextprotocol/ext-apps/app-bridge': '@modelcontextprotocol/ext-apps/dist/src/app-bridge.js',
  eventsource: 'eventsource/dist/index.js',
  'eventsource-parser': 'eventsource-parser/dist/index.js',
  'eventsource-parser/stream': 'eventsource-parser/dist/stream.js',
  'pkce-challenge': 'pkce-challenge/dist/index.browser.js',
  'zod/v4': 'zod/v4/index.js',
} as const

export const appHost = {
  /** Of the packages, to be served as `/node_modules/`. */
  folder: fileURLToPath(new URL('../../../..', bridge)),
  importMap: {
    imports: Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, `/node_modules/${file}`])),
  },
}
