/** Which test files share a process, in the order in which they start: the slowest first. */

const LARGEST_GROUP = 40

/** Each folder is a group; one of many files is several. */
export const groupsOf = (files: readonly string[]): readonly (readonly string[])[] =>
  [...Map.groupBy(files, folderOf).values()].flatMap((group) => {
    const parts = Math.ceil(group.length / LARGEST_GROUP)
    return Array.from({ length: parts }, (_, part) => group.filter((_, at) => at % parts === part))
  })

const folderOf = (file: string): string => {
  const [first, second] = file.split('/')
  return first === 'src'
    ? file.startsWith('src/domain/geometry/')
      ? 'geometry'
      : 'src'
    : `${first}/${second}`
}
