import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

/** Splits each line into words as a shell does; in one shell, because starting one for each line takes longer. */
export const shellWords = (lines: readonly string[]): readonly (readonly string[])[] => {
  const input = lines.map((line) => `set -- ${line}\nprintf '%s\\0' $# "$@"\n`).join('')
  const { stdout, stderr, status } = spawnSync('bash', ['-eu'], { input, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const answer = stdout.split('\0').slice(0, -1).values()
  return lines.map(() => [...answer.take(Number(answer.next().value))])
}
