/** What clients rely on, written out by hand: a test that imported these values would follow every change of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { PROBLEM_CODES, problemStatus } from '../../src/op/problem/problem.ts'
import { inputSchema } from '../../src/op/schema/derived-schema.ts'
import { OPS } from '../../src/ops/index.ts'
import { STANDARD_PLANS } from '../../src/platform/plans.ts'
import { PINNED } from './pinned-operations.ts'

test('every code keeps its status', () => {
  assert.deepEqual(Object.fromEntries(PROBLEM_CODES.map((code) => [code, problemStatus(code)])), {
    invalid_input: 400,
    access_denied: 400,
    expired_token: 400,
    invalid_grant: 400,
    unauthorized: 401,
    insufficient_scope: 403,
    quota_exceeded: 402,
    stale_form: 403,
    foreign_origin: 403,
    not_found: 404,
    unknown_route: 404,
    unknown_tool: 404,
    method_not_allowed: 405,
    request_timeout: 408,
    too_many_feeds: 409,
    too_many_files: 409,
    too_many_keys: 409,
    idempotency_conflict: 409,
    too_large: 413,
    unsupported_media_type: 415,
    unmappable_area: 422,
    empty_area: 422,
    authorization_pending: 428,
    rate_limited: 429,
    headers_too_large: 431,
    cancelled: 499,
    internal_error: 500,
    job_interrupted: 500,
    source_unavailable: 502,
    overloaded: 503,
    too_many_connections: 503,
    not_ready: 503,
    storage_full: 503,
    database_unavailable: 503,
    source_timeout: 504,
  })
})

test('the table of operations has all of them, in their order', () => {
  assert.deepEqual(
    Object.keys(PINNED),
    OPS.map(({ name }) => name),
  )
})

test('every operation keeps its routes, cost and access', () => {
  for (const { name, routes, units, access, media_type } of OPS.map(describeOp)) {
    const { rest, rpc } = routes
    const shown = [rest.method, rest.path, rpc.path, units, access.split(' ')[0], media_type]
    assert.equal(shown.join(' '), PINNED[name].interface, name)
  }
})

const limitsOf = (name: string, field: string) => {
  const op = OPS.find((each) => each.name === name)!
  const { minimum, maximum, minLength, maxLength, default: value } = inputSchema(op.input).properties![field]
  return { minimum, maximum, minLength, maxLength, value }
}

const NO_LIMITS = {
  minimum: undefined,
  maximum: undefined,
  minLength: undefined,
  maxLength: undefined,
  value: undefined,
}

test('limits of fields stay as the interface defines them', () => {
  assert.deepEqual(limitsOf('search_boundaries', 'q'), { ...NO_LIMITS, minLength: 1, maxLength: 200 })
  assert.deepEqual(limitsOf('search_boundaries', 'limit'), {
    ...NO_LIMITS,
    minimum: 1,
    maximum: 40,
    value: 10,
  })
  assert.deepEqual(limitsOf('search_boundaries', 'admin_level'), { ...NO_LIMITS, minimum: 1, maximum: 12 })
  assert.deepEqual(limitsOf('get_boundary', 'id'), { ...NO_LIMITS, minLength: 1, maxLength: 200 })
  assert.deepEqual(limitsOf('get_boundary', 'precision'), { ...NO_LIMITS, minimum: 3, maximum: 7 })
  assert.deepEqual(limitsOf('list_children', 'admin_level'), { ...NO_LIMITS, minimum: 3, maximum: 12 })
  assert.deepEqual(limitsOf('create_area', 'text'), { ...NO_LIMITS, minLength: 1, maxLength: 3_000 })
  assert.deepEqual(limitsOf('create_area', 'precision'), { ...NO_LIMITS, minimum: 3, maximum: 7 })
  assert.deepEqual(limitsOf('create_area', 'source'), { ...NO_LIMITS, maxLength: 200 })
  assert.deepEqual(limitsOf('update_profile', 'name'), { ...NO_LIMITS, maxLength: 120 })
  assert.deepEqual(limitsOf('update_profile', 'company'), { ...NO_LIMITS, maxLength: 120 })
  assert.deepEqual(limitsOf('update_profile', 'use_case'), { ...NO_LIMITS, maxLength: 1_000 })
  assert.deepEqual(limitsOf('start_device_login', 'client_name'), { ...NO_LIMITS, maxLength: 80 })
  assert.deepEqual(limitsOf('create_key', 'name'), { ...NO_LIMITS, maxLength: 80 })
  assert.deepEqual(limitsOf('get_usage', 'days'), { ...NO_LIMITS, minimum: 1, maximum: 90, value: 30 })
  assert.deepEqual(limitsOf('report_issue', 'title'), { ...NO_LIMITS, minLength: 1, maxLength: 200 })
  assert.deepEqual(limitsOf('report_issue', 'details'), { ...NO_LIMITS, maxLength: 10_000, value: '' })
  assert.deepEqual(limitsOf('comment_feedback', 'text'), { ...NO_LIMITS, minLength: 1, maxLength: 4_000 })
  assert.deepEqual(limitsOf('reverse_boundaries', 'lat'), { ...NO_LIMITS, minimum: -90, maximum: 90 })
  assert.deepEqual(limitsOf('reverse_boundaries', 'lon'), { ...NO_LIMITS, minimum: -180, maximum: 180 })
})

test('lists keep the lengths that the interface defines', () => {
  const lengths = (name: string, field: string) => {
    const { minItems, maxItems } = inputSchema(OPS.find((each) => each.name === name)!.input).properties![
      field
    ]
    return [minItems, maxItems]
  }
  assert.deepEqual(lengths('contains_points', 'points'), [1, 10_000])
  assert.deepEqual(lengths('union_boundaries', 'include'), [1, 50])
  assert.deepEqual(lengths('union_boundaries', 'exclude'), [undefined, 50])
})

test('kinds, details and includes stay as the interface defines them', () => {
  const choices = (name: string, field: string) => {
    const schema = inputSchema(OPS.find((each) => each.name === name)!.input).properties![field]
    const items = schema.items === false ? undefined : schema.items
    return (schema.enum ?? items?.enum ?? []).join(' ')
  }
  assert.equal(
    choices('search_boundaries', 'kind'),
    'country state region province county district municipality city borough ward neighbourhood postal_code',
  )
  assert.equal(choices('get_boundary', 'detail'), 'low medium high full')
  assert.equal(choices('get_boundary', 'include'), 'parents children')
  for (const name of ['export_boundary', 'union_boundaries', 'create_area'])
    assert.equal(
      choices(name, 'format'),
      'geojson kml wkt svg gml geojsonl geojsons topojson fgb gpkg parquet shp csv wkb poly',
    )
  assert.equal(
    choices('export_collection', 'format'),
    'geojson kml svg gml geojsonl geojsons topojson fgb gpkg parquet cover shp csv',
  )
  assert.equal(choices('union_boundaries', 'detail'), 'low medium high full')
  assert.equal(choices('create_area', 'detail'), 'low medium high full')
})

test('plans keep their limits', () => {
  assert.deepEqual(STANDARD_PLANS, {
    free: { unitsPerMonth: 1_000, callsPerMinute: 60, fileBytes: 1024 ** 3 },
    pro: { unitsPerMonth: 50_000, callsPerMinute: 600, fileBytes: 10 * 1024 ** 3 },
    unlimited: { unitsPerMonth: null, callsPerMinute: null, fileBytes: null },
  })
})
