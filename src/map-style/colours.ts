/** Colours of maps and of the shapes on them. */

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]
export type Colours = (typeof PALETTES)[Scheme]

const PALETTES = {
  light: {
    water: '#d5e3ea',
    land: '#f6f3ea',
    border: '#8d8a9c',
    label: '#3b4540',
    unit: '#62597d',
    halo: '#f6f3ea',
    shape: '#1d6b50',
    include: '#1d6b50',
    exclude: '#a3271f',
  },
  dark: {
    water: '#0d1519',
    land: '#242c28',
    border: '#78808a',
    label: '#d5dcd7',
    unit: '#b3a9d6',
    halo: '#161c19',
    shape: '#78cba6',
    include: '#78cba6',
    exclude: '#ff9d90',
  },
} as const

/** The colours of shapes equal those of the stylesheet. */
export const coloursOf = (scheme: Scheme): Colours => PALETTES[scheme]
