import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intercepted } from './intercepted.ts'

class Counter {
  #count = 0
  readonly name = 'counter'

  add(by: number): number {
    this.#count += by
    return this.#count
  }

  async later(): Promise<number> {
    return this.#count
  }

  fail(): never {
    throw new Error('no')
  }
}

test('methods keep their results, at once or later, their errors, and their private fields', async () => {
  const seen: string[] = []
  const counter = intercepted(new Counter(), (method, call) => {
    seen.push(method)
    return call()
  })
  assert.equal(counter.add(2), 2)
  assert.equal(counter.add(3), 5)
  assert.equal(await counter.later(), 5)
  assert.throws(() => counter.fail(), /no/)
  assert.equal(counter.name, 'counter')
  assert.deepEqual(seen, ['add', 'add', 'later', 'fail'])
})

test('a method is the same each time, as it is of the object itself', () => {
  const counter = intercepted(new Counter(), (_method, call) => call())
  assert.equal(counter.add, counter.add)
})
