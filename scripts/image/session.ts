/** The first session of the README: commands in the container, requests from this machine, and the answers that the README shows. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { examplesOf, shows, TERMINAL } from '../../test/support/doc-examples.ts'
import type { Container } from './container.ts'

const README = fileURLToPath(new URL('../../README.md', import.meta.url))
const KEY = /\bmts_[0-9A-Za-z]{20,}/

export const checkSession = async (container: Container): Promise<void> => {
  const [, session] = (await readFile(README, 'utf8')).split(/^## A first session$/m)
  const examples = examplesOf(session.split(/^## /m)[0])
  let key = ''
  let count = 0
  for (const { commands, samples } of examples) {
    for (const command of commands) {
      const line = command
        .replace(KEY, key)
        .replace('http://localhost:8080', container.url)
        .replace(/^npx /, '')
      const { code, text } = await (line.startsWith('curl ') ? here(line) : container.shell(line, TERMINAL))
      key = KEY.exec(text)?.[0] ?? key
      const [sample] = samples
      assert.equal(code === 0, !sample.startsWith('Error: '), `${line}\n${text}`)
      assert.ok(shows(text, sample), `The README shows\n${sample}\nbut the answer of ${line} is\n${text}`)
      count++
    }
  }
  assert.ok(count > 8, `${count} commands ran`)
}

const here = (line: string): Promise<{ readonly code: number | null; readonly text: string }> =>
  new Promise((resolve) => {
    const child = execFile('sh', ['-c', line], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stderr + stdout }),
    )
  })
