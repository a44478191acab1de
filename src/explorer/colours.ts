/** Colours of the map and of the shapes on it. */

export type Scheme = 'light' | 'dark'

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
export const coloursOf = (scheme: Scheme): (typeof PALETTES)[Scheme] => PALETTES[scheme]

/** Colours of the parts of a description: distinct for colour-blind people, and legible in both schemes (Okabe and Ito). */
export const PART_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const
