/** Well-known places with difficult names, for tests of searching. */
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'

const country = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
  boundary({ id, name, iso, country: iso, kind: 'country', adminLevel: 2, ...more })
const state = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
  boundary({ id, name, iso, country: iso.slice(0, 2), kind: 'state', adminLevel: 4, ...more })

const us = country('r148838', 'United States', 'US', {
  searchNames: ['USA', 'United States of America'],
  population: 331e6,
})
const texas = state('r114690', 'Texas', 'US-TX', {
  parents: [us],
  population: 29e6,
  names: { ru: 'Техас', ar: 'تكساس' },
})
const illinois = state('r122586', 'Illinois', 'US-IL', { parents: [us], population: 12e6 })
const newYork = state('r61320', 'New York', 'US-NY', { parents: [us], population: 19e6 })
const france = country('r2202162', 'France', 'FR', {
  population: 67e6,
  names: { en: 'France', ja: 'フランス' },
})
const liechtenstein = country('r1155955', 'Liechtenstein', 'LI', { population: 38_000 })
const germany = country('r51477', 'Deutschland', 'DE', {
  population: 83e6,
  names: { en: 'Germany', fr: 'Allemagne' },
})
const luxembourg = country('r2171347', 'Lëtzebuerg', 'LU', {
  names: { de: 'Luxemburg', en: 'Luxembourg' },
  population: 630_000,
  bbox: [5.7, 49.4, 6.5, 50.2],
})
const japan = country('r382313', '日本', 'JP', { population: 126e6, names: { en: 'Japan' } })
const tokyo = boundary({
  id: 'r1543125',
  name: '東京都',
  kind: 'province',
  adminLevel: 4,
  country: 'JP',
  names: { en: 'Tokyo' },
  parents: [japan],
  population: 13.9e6,
})

const springfield = (id: string, within: typeof us, population: number, bbox: BoundaryInput['bbox']) =>
  boundary({ id, name: 'Springfield', country: 'US', parents: [us, within], population, bbox })

export const PLACES = [
  us,
  texas,
  illinois,
  newYork,
  france,
  liechtenstein,
  germany,
  luxembourg,
  japan,
  tokyo,
  boundary({
    id: 'r7444',
    name: 'Paris',
    country: 'FR',
    parents: [france],
    population: 2_165_423,
    bbox: [2.2, 48.8, 2.5, 48.9],
    names: { ru: 'Париж', ar: 'باريس', zh: '巴黎' },
  }),
  boundary({
    id: 'r71525',
    name: 'Paris',
    country: 'FR',
    parents: [france],
    population: 2_165_423,
    bbox: [2.2, 48.8, 2.5, 48.9],
    kind: 'county',
    adminLevel: 6,
  }),
  boundary({
    id: 'r115345',
    name: 'Paris',
    country: 'US',
    parents: [us, texas],
    population: 25_171,
    bbox: [-95.7, 33.6, -95.4, 33.8],
  }),
  boundary({
    id: 'r126166',
    name: 'Paris',
    country: 'US',
    parents: [us, illinois],
    population: 8_291,
    bbox: [-87.8, 39.5, -87.6, 39.7],
  }),
  boundary({ id: 'r1155956', name: 'Vaduz', country: 'LI', parents: [liechtenstein], population: 5_700 }),
  boundary({
    id: 'r62422',
    name: 'Berlin',
    iso: 'DE-BE',
    country: 'DE',
    parents: [germany],
    kind: 'state',
    alsoKinds: ['city'],
    adminLevel: 4,
    population: 3.6e6,
    bbox: [13, 52.3, 13.8, 52.7],
  }),
  boundary({ id: 'r3', name: 'Berlin', country: 'US', parents: [us], population: 10_000 }),
  boundary({
    id: 'r175905',
    name: 'New York',
    country: 'US',
    parents: [us, newYork],
    population: 8.4e6,
    adminLevel: 5,
    searchNames: ['New York City', 'NYC'],
    bbox: [-74.3, 40.5, -73.7, 40.9],
  }),
  boundary({
    id: 'r407489',
    name: 'Luxembourg',
    country: 'LU',
    parents: [luxembourg],
    population: 120_000,
    bbox: [6, 49.5, 6.2, 49.7],
  }),
  boundary({
    id: 'r1803',
    name: 'Lake County',
    kind: 'county',
    adminLevel: 6,
    country: 'US',
    parents: [us, illinois],
    population: 700_000,
  }),
  boundary({
    id: 'r1804',
    name: 'Lake County',
    kind: 'county',
    adminLevel: 6,
    country: 'US',
    parents: [us],
    population: 300_000,
  }),
  boundary({ id: 'r1687', name: 'St. Louis', country: 'US', parents: [us], population: 300_000 }),
  boundary({ id: 'r1688', name: "Xi'an", country: 'CN', population: 12e6, names: { zh: '西安市' } }),
  boundary({
    id: 'r1689',
    name: '港区',
    kind: 'ward',
    adminLevel: 7,
    country: 'JP',
    parents: [japan, tokyo],
    population: 260_000,
  }),
  boundary({
    id: 'r1690',
    name: 'Fiji Town',
    country: 'FJ',
    bbox: [179.5, -17, 179.9, -16.5],
    population: 100,
  }),
  boundary({ id: 'r1691', name: 'Fiji Town', country: 'FJ', bbox: [170, -17, 171, -16.5], population: 100 }),
  springfield('r11', illinois, 114_000, [-89.8, 39.7, -89.5, 39.9]),
  springfield('r12', us, 169_000, [-93.4, 37.1, -93.2, 37.3]),
  boundary({ id: 'r13', name: 'Springfield Township', country: 'US', parents: [us], population: 500_000 }),
  boundary({ id: 'r14', name: 'West Springfield', country: 'US', parents: [us], population: 900_000 }),
]
