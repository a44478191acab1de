/** Returns the English name of an ISO 3166-1 code; other texts as they are. */
export const regionName = (code: string): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}

/** Made on first use, because Node then reads the names of all regions. */
let names: Intl.DisplayNames | undefined
