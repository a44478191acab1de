/** Who can reach the service: for warnings to the operator, and for advice to callers. */
import { networkInterfaces } from 'node:os'
import { isLoopback } from '../util/loopback.ts'
import { isPrivateHost } from '../util/private-address.ts'
import type { Config } from './read-config.ts'

export const exposureWarnings = (
  { host, isOpen }: Pick<Config, 'host' | 'isOpen'>,
  baseUrl: string,
): readonly string[] => [
  ...(isLoopback(host) || baseUrl.startsWith('https:') ? [] : [KEYS_UNENCRYPTED]),
  ...(isOpen && isReachedFromOutside(host, baseUrl) ? [OPEN_TO_EVERYBODY] : []),
]

/** True if the service has no accounts and is set to serve this machine only, so that its callers can do what the operator can. */
export const isOnlyForOperator = ({
  host,
  isOpen,
  baseUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'isOpen' | 'baseUrl' | 'trustedProxies'>): boolean =>
  isOpen && trustedProxies === 0 && isLoopback(host) && isLoopback(new URL(baseUrl).hostname)

/** Not logged behind a TLS proxy, which the base URL shows. */
const KEYS_UNENCRYPTED =
  'API keys are sent unencrypted: METES_HOST is not a loopback address, and METES_BASE_URL does not start with https://'
const OPEN_TO_EVERYBODY =
  'METES_ACCESS is open, and the service may be reached from the internet: anyone there can make all calls without a key or a limit of units'

/** Decides by the machine's own addresses, if it listens on all of them, and by the published host. */
const isReachedFromOutside = (host: string, baseUrl: string): boolean => {
  const isWildcard = host === '0.0.0.0' || host === '::'
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  const listened = isWildcard ? own.map(({ address }) => address) : [host]
  return [...listened, new URL(baseUrl).hostname].some((each) => !isPrivateHost(each))
}
