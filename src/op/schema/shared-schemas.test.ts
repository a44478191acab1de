import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { inputSchema } from './derived-schema.ts'
import { countryCodes, near } from './shared-schemas.ts'

const pattern = (schema: Parameters<typeof inputSchema>[0]): RegExp =>
  new RegExp(String(inputSchema(schema).pattern))

const degrees = fc.oneof(
  fc.integer({ min: -200, max: 200 }).map(String),
  fc
    .tuple(fc.integer({ min: -181, max: 181 }), fc.stringMatching(/^\d{0,22}$/))
    .map(([whole, digits]) => `${whole}.${digits}`),
  fc.constantFrom(
    '90.0',
    '180.00',
    '-90',
    '090',
    '005.5',
    '0180',
    '180.000000000000000000001',
    '90.1',
    '',
    'x',
    '+1',
  ),
)
const blank = fc.constantFrom('', ' ', '\t')

test('the pattern of near allows exactly what is read as a point', () => {
  const allowed = pattern(near)
  fc.assert(
    fc.property(degrees, degrees, blank, blank, (lat, lon, before, between) => {
      const text = `${before}${lat}${between},${lon}`
      assert.equal(allowed.test(text), near.safeParse(text).success, text)
    }),
    { numRuns: casesOf('texts that schemas allow') },
  )
})

test('the pattern of country allows codes in either case, as the schema does', () => {
  const allowed = pattern(countryCodes)
  for (const text of ['DE', 'de', 'De, aT', ' de,AT '])
    assert.deepEqual([allowed.test(text), countryCodes.safeParse(text).success], [true, true], text)
  for (const text of ['', 'DEU', 'de;at', 'd1'])
    assert.deepEqual([allowed.test(text), countryCodes.safeParse(text).success], [false, false], text)
})
