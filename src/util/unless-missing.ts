/** For `catch` of a file's promise: null if there is no such file, and any other error as it was. */
export const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
