/** Every abstract test of every conformance class that the service claims has a test here, whose name begins with its id and says what is asserted. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CONFORMANCE } from '../../src/transports/ogc/landing-and-conformance.ts'
import type { Body } from './ogc-client.ts'

/** Names of the abstract tests of each class, as the annexes A of the standards list them. */
const ABSTRACT_TESTS: Readonly<Record<string, string>> = {
  // OGC 17-069r4.
  'ogcapi-features-1/1.0/conf/core': `
    http crs84 root-op root-success api-definition-op api-definition-success conformance-op conformance-success
    fc-md-op fc-md-success fc-md-links fc-md-items fc-md-items-links fc-md-extent sfc-md-op sfc-md-success
    query-param-invalid query-param-unknown fc-op fc-response fc-bbox-definition fc-bbox-response
    fc-limit-definition fc-limit-response fc-time-definition fc-time-response fc-links fc-timeStamp
    fc-numberMatched fc-numberReturned f-op f-success f-links`,
  'ogcapi-features-1/1.0/conf/geojson': 'definition content',
  'ogcapi-features-1/1.0/conf/oas30':
    'completeness exceptions-codes oas-definition-1 oas-definition-2 oas-impl security',
  // OGC 18-058r1.
  'ogcapi-features-2/1.0/conf/crs': `
    crs-uri default-crs storageCrs crs-parameter crs-parameter-default crs-parameter-invalid crs-parameter-transform
    bbox-crs-parameter bbox-crs-parameter-default bbox-crs-parameter-invalid`,
  // OGC 19-079r2.
  'ogcapi-features-3/1.0/conf/queryables': 'get-conformance get-queryables-uris get-queryables',
  'ogcapi-features-3/1.0/conf/queryables-query-parameters': 'get-conformance query-param',
  // OGC 23-058r2.
  'ogcapi-common-3/1.0/conf/schemas':
    'basic-schema-inspection role role-id property-seq unit definition nullvalues',
  'ogcapi-common-3/1.0/conf/advanced-property-roles': 'role-primary-geometry role-primary-temporal role-type',
  'ogcapi-common-3/1.0/conf/returnables-and-receivables':
    'get-conformance link op-and-response response-1 response-2',
  'ogcapi-common-3/1.0/conf/queryables': 'get-conformance link op-and-response',
}

/** The name of `ogcapi-common-3` while it was a draft. */
const DRAFT = 'ogcapi-features-5/1.0/conf/schemas'

/** The ids that the names of tests in this folder begin with. */
const testedIds = (): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))) {
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
    for (const [, prefix, names] of text.matchAll(/^ *test\(\s*['`](\/conf\/[\w-]+\/)([^:]+): /gm))
      for (const name of names.split(', ')) ids.add(name.startsWith('/') ? name : `${prefix}${name}`)
  }
  return ids
}

test('the classes that are claimed are those whose abstract tests are here', () => {
  const claimed = (CONFORMANCE as Body).conformsTo as readonly string[]
  assert.deepEqual(
    claimed.toSorted(),
    [...Object.keys(ABSTRACT_TESTS), DRAFT].map((name) => `http://www.opengis.net/spec/${name}`).sort(),
  )
})

test('every abstract test of these classes has a test, and every id of a test is one of them', () => {
  const ids = new Set(
    Object.entries(ABSTRACT_TESTS).flatMap(([name, tests]) =>
      tests
        .trim()
        .split(/\s+/)
        .map((each) => `/conf/${name.split('/').at(-1)}/${each}`),
    ),
  )
  assert.deepEqual([...testedIds()].sort(), [...ids].sort())
})
