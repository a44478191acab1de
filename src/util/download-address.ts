/** Says from which addresses files may be downloaded: with TLS, or from this machine. */
import { isLoopback } from './loopback.ts'

/** Returns why nothing may be downloaded from the address, as a clause that follows it; null if it may. */
export const addressProblem = (address: string): string | null => {
  const url = URL.parse(address)
  if (url === null) return 'is not a URL'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://'
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must use https:// beyond this machine'
  if (`${url.username}${url.password}` !== '') return 'must have no user name or password'
  return null
}

/** True for a text that is meant as an address, not as the path of a file. */
export const isAddress = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(text) || /^file:/i.test(text)
