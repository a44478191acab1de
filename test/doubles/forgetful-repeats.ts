/** Takes every call for the first with its key. */
import type { Repeats } from '../../src/platform/repeats/repeats.ts'

export const forgetfulRepeats: Repeats = {
  begin: async () => ({ kind: 'begun', call: { keep: async () => true, forget: async () => {} } }),
}
