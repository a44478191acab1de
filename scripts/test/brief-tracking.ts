/**
 * Lets the test runner follow promises for a while only. It follows all, to tell from which test an uncaught error comes, until the
 * collector of garbage has found each: a tenth of the processor time of tests that compute. An error of something older fails the file.
 */
import hooks from 'node:async_hooks'

const FOLLOWED = 1 << 17

/** Calls what loads `node:test`, which must not be loaded yet. */
export const withBriefTracking = async <T>(load: () => Promise<T>): Promise<T> => {
  const { createHook } = hooks
  hooks.createHook = ({ init, destroy }) => {
    const latest = new Float64Array(FOLLOWED)
    let count = 0
    return createHook({
      init: (id, type, ...others) => {
        init?.(id, type, ...others)
        // Tests start long after they are defined.
        if (type === 'Test') return
        const place = count++ % FOLLOWED
        destroy?.(latest[place])
        latest[place] = id
      },
    })
  }
  try {
    return await load()
  } finally {
    hooks.createHook = createHook
  }
}
