/** Opens an address in the user's browser, if there is one, without a shell. */
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** Opens only http and https: the address comes from a server, and other schemes could start other programs. */
export const openBrowser = (address: string): void => {
  const url = URL.parse(address)
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) showAddress(url)
}

/** Opens a page that the command wrote. */
export const openPage = (path: string): void => showAddress(pathToFileURL(path))

const showAddress = (url: URL): void => {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true, shell: false })
  // Ignored: the address is also printed.
  child.on('error', () => {})
  child.unref()
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
