/**
 * Shares one piece of work between all processes that want its result at the same time. The value is plain data, which is copied to the
 * others. A failure is not shared: each of the others then does the work itself.
 */
export type ShareWork = <T>(key: string, work: () => Promise<T>) => Promise<T>

export const doAlone: ShareWork = (_key, work) => work()
