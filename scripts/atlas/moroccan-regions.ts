/** The twelve regions of Morocco, which replaced Natural Earth's sixteen in 2015. */
import type { Unit } from './natural-earth.ts'
import type { Packages } from './packages.ts'
import { featuresOf, type Topology } from './topojson.ts'

const MOROCCO = 'MA'

/** The units with Morocco's replaced. */
export function withMoroccanRegions(units: readonly Unit[], packages: Packages): readonly Unit[] {
  const topology: Topology = JSON.parse(packages.text('moroccanRegions'))
  const regions = featuresOf(topology, 'regions').map(({ id, names, geometry }): Unit => {
    const name = partIn('Latin', names.name)
    return {
      layer: 'moroccanRegions',
      country: MOROCCO,
      iso: id,
      oldCode: null,
      isMiscoded: false,
      wikidata: null,
      name,
      names: { en: name, fr: name, ar: names['name:ar'], zgh: partIn('Tifinagh', names.name) },
      otherNames: [],
      type: 'Region',
      geounit: '',
      parts: [geometry],
    }
  })
  return [...units.filter(({ country }) => country !== MOROCCO), ...regions]
}

/** OpenStreetMap's names in Morocco have three scripts in turn: "Fès-Meknès ⴼⴰⵙ-ⵎⴽⵏⴰⵙ فاس-مكناس". */
const partIn = (script: string, name: string): string =>
  name
    .split(' ')
    .filter((word) => new RegExp(`^[\\p{Script=${script}}\\p{Pd}]+$`, 'u').test(word))
    .join(' ')
