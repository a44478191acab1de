/** Opens an address in the user's browser, where there is one. The address comes from a server, so no shell ever sees it. */
import { spawn } from 'node:child_process'

export const openBrowser = (address: string): void => {
  const url = URL.parse(address)
  // Other schemes start other programs.
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true, shell: false })
  // The address is on the screen too: without a browser it is opened elsewhere.
  child.on('error', () => {})
  child.unref()
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
