/** Opens something in the user's browser, where there is one. No shell ever sees what. */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** The address comes from a server: other schemes would start other programs. */
export const openBrowser = (address: string): void => {
  const url = URL.parse(address)
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) show(url)
}

/** A page that a command wrote itself. */
export const openPage = (path: string): void => show(pathToFileURL(path))

const show = (url: URL): void => {
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
