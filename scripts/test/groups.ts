/** Which test files share a process, in the order in which they start. */

/** Small enough that no process is the last for long. */
const LARGEST_GROUP = 20
/** What takes longest starts first. */
const SLOWEST = ['test/acceptance', 'test/browser', 'test/live', 'test/contract', 'test/package']

/** Each folder is a group; one of many files is several. */
export const groupsOf = (files: readonly string[]): readonly (readonly string[])[] =>
  [...Map.groupBy(files, folderOf)]
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .flatMap(([, group]) => {
      const parts = Math.ceil(group.length / LARGEST_GROUP)
      return Array.from({ length: parts }, (_, part) => group.filter((_, at) => at % parts === part))
    })

const folderOf = (file: string): string => {
  const [first, second] = file.split('/')
  if (first !== 'src') return `${first}/${second}`
  return file.startsWith('src/domain/geometry/') ? 'geometry' : 'src'
}

const rankOf = (folder: string): number => {
  const rank = SLOWEST.indexOf(folder)
  return rank < 0 ? SLOWEST.length : rank
}
