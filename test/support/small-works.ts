/** Work for the tests of threads. */
import { defineWork, type Exchange } from '../../src/compute/work.ts'

const module = import.meta.url

export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Ends the thread in the middle of the work. */
export const crashWork = defineWork({ module, name: 'crashWork', run: (_: object) => process.exit(3) })

/** Fails like the system, or with an error of its own class. */
export const failWork = defineWork({
  module,
  name: 'failWork',
  run: ({ code }: { readonly code: string | null }): never => {
    if (code === null) throw new Refused('no')
    throw Object.assign(new Error('The system says no.'), { code })
  },
  errorOf: ({ name, message }) => (name === 'Refused' ? new Refused(message) : null),
})

/** Adds numbers, and reports each sum. */
export const addWork = defineWork({
  module,
  name: 'addWork',
  run: async ({ count }: { readonly count: number }, { input, report }: Exchange<number, number>) => {
    let sum = 0
    let left = count
    if (left === 0) return sum
    for await (const each of input) {
      sum += each
      report(sum)
      if (--left === 0) break
    }
    return sum
  },
})

/** Works until it is stopped. */
export const endlessWork = defineWork({
  module,
  name: 'endlessWork',
  run: (_: object): never => {
    for (;;);
  },
})
