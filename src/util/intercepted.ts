/**
 * An object whose methods are called through a function, which sees their names and decides when they run. What a method returns,
 * and whether at once or later, does not change. `version` is left alone: every call asks for it, and it is nearly always in memory.
 */
export type Around = (method: string, call: () => unknown) => unknown

export const intercepted = <T extends object>(target: T, around: Around): T => {
  const methods = new Map<string | symbol, unknown>()
  return new Proxy(target, {
    get: (_, name) => {
      const known = methods.get(name)
      if (known !== undefined) return known
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      // A class with private fields knows only itself, not the proxy.
      const method =
        name === 'version'
          ? value.bind(target)
          : (...args: unknown[]) => around(String(name), () => value.apply(target, args))
      methods.set(name, method)
      return method
    },
  })
}
