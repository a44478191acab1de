import { once } from './once.ts'

/** Returns the English name of an ISO 3166-1 code; other texts as they are. */
export const regionName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return names().of(code) ?? code
}

/** Made on first use, because Node then reads the names of all regions. */
const names = once(() => new Intl.DisplayNames('en', { type: 'region' }))
