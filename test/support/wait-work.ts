/** Work that takes time and hardly any of the processor. */
import { setTimeout } from 'node:timers/promises'
import { defineWork } from '../../src/compute/work.ts'

const wait = async ({ ms }: { readonly ms: number }): Promise<{ readonly waited: number }> => {
  await setTimeout(ms)
  return { waited: ms }
}

export const waitWork = defineWork({ module: import.meta.url, name: 'waitWork', run: wait })
