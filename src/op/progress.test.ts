import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedSteps } from './progress.ts'

const reportedOf = (...steps: readonly string[]): readonly string[] => {
  const heard: string[] = []
  const tell = boundedSteps((step) => heard.push(step))
  for (const step of steps) tell(step)
  return heard
}

test('steps are reported in order, without repetitions', () => {
  assert.deepEqual(reportedOf('Reading', 'Merging', 'Merging', 'Reading'), ['Reading', 'Merging', 'Reading'])
})

test('a step is one line that no terminal obeys', () => {
  assert.deepEqual(reportedOf('Looking for\n\x1b[2J"Paris\u202e"\u2028', ' \t'), ['Looking for [2J"Paris "'])
})

test('a long step is cut between characters', () => {
  const [step] = reportedOf('😀'.repeat(5_000))
  assert.equal([...step].length, 160)
  assert.ok(step.endsWith('😀…'))
})

test('steps beyond the limit are ignored', () => {
  assert.equal(reportedOf(...Array.from({ length: 1_000 }, (_, step) => `Step ${step}`)).length, 100)
})
