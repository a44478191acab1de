/** The state of the map page and the address, which follow each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store } from '../../src/explorer/page-state.ts'
import { readLink, type State } from '../../src/explorer/permalink.ts'

/** A browser's address and history, as far as the page uses them. */
const browserAt = (hash: string) => {
  const location = { pathname: '/', search: '?from=mail', hash }
  const visited: string[] = []
  const go = (how: string) => (_data: unknown, _title: string, address: string) => {
    visited.push(`${how} ${address}`)
    const at = address.indexOf('#')
    location.hash = at === -1 ? '' : address.slice(at)
  }
  const history = { pushState: go('push'), replaceState: go('replace') }
  const store = new Store(readLink(hash).state, { location, history })
  const seen: (readonly [now: State, before: State])[] = []
  store.listen((now, before) => seen.push([now, before]))
  return { location, visited, store, seen }
}

test('a change is told to listeners with what was before, and is a step of the history', () => {
  const { store, visited, seen } = browserAt('#place=iso:FR')
  const before = store.state
  store.change({ place: 'iso:DE' })
  assert.deepEqual(seen, [[store.state, before]])
  assert.deepEqual([before.place, store.state.place], ['iso:FR', 'iso:DE'])
  assert.deepEqual(visited, ['push /?from=mail#place=iso:DE'])
})

test('a move of the map replaces the step', () => {
  const { store, visited } = browserAt('')
  store.change({ view: { zoom: 3, center: [10, 20] } }, { replace: true })
  assert.deepEqual(visited, ['replace /?from=mail#map=3/20/10'])
})

test('a change that the address does not show leaves the history alone, and is told', () => {
  const { store, visited, seen } = browserAt('#place=iso:FR')
  store.change({ place: 'iso:FR' })
  assert.deepEqual([visited, seen.length], [[], 1])
})

test('the start has an address without #', () => {
  const { store, visited } = browserAt('#place=iso:FR')
  store.change({ place: null })
  assert.deepEqual(visited, ['push /?from=mail'])
})

test('going back shows what the address says, and what of it was not understood', () => {
  const { store, location, seen, visited } = browserAt('#place=iso:FR&detail=high')
  location.hash = '#panel=basket&colour=red'
  const faults = store.follow()
  assert.equal(faults.length, 1)
  assert.deepEqual(store.state, readLink('panel=basket').state)
  assert.deepEqual([seen.length, seen[0][0], seen[0][1].place], [1, store.state, 'iso:FR'])
  assert.deepEqual(visited, [])
})
