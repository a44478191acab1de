/** Which test files share a process, in the order in which they start. */

/** Small enough that no process is the last for long. */
const LARGEST_GROUP = 20
/** Of tests with pages in a browser, which take seconds each. */
const LARGEST_IN_BROWSER = 6
/** What takes longest starts first. */
const SLOWEST = [
  'test/browser',
  'test/live',
  'test/acceptance',
  'test/faults',
  'test/package',
  'test/areas',
  'test/contract',
  'test/import',
  'geometry',
  'test/published',
  'test/processes',
  'test/ogc',
  'test/mcp',
  'test/warehouses',
]

/**
 * Each slow folder is a group, or several, which take turns, so that tests that wait for other programs run beside tests that compute. The
 * other folders follow one another, small ones in one process.
 */
export const groupsOf = (files: readonly string[]): readonly (readonly string[])[] => {
  const folders = Map.groupBy(files, folderOf)
  const slow = SLOWEST.map((folder) => partsOf(folder, folders.get(folder) ?? []))
  const turns = Math.max(...slow.map((parts) => parts.length))
  const others = files.filter((file) => !SLOWEST.includes(folderOf(file)))
  return [
    ...Array.from({ length: turns }, (_, turn) =>
      slow.flatMap((parts) => parts.slice(turn, turn + 1)),
    ).flat(),
    ...Array.from({ length: Math.ceil(others.length / LARGEST_GROUP) }, (_, part) =>
      others.slice(part * LARGEST_GROUP, (part + 1) * LARGEST_GROUP),
    ),
  ]
}

const folderOf = (file: string): string =>
  file.startsWith('src/domain/geometry/') ? 'geometry' : file.split('/').slice(0, 2).join('/')

const partsOf = (folder: string, files: readonly string[]): readonly (readonly string[])[] => {
  const parts = Math.ceil(files.length / (folder === 'test/browser' ? LARGEST_IN_BROWSER : LARGEST_GROUP))
  return Array.from({ length: parts }, (_, part) => files.filter((_, at) => at % parts === part))
}
