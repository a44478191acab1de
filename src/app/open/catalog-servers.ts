/** What servers that share PostgreSQL tell each other of their imports, since each has a catalog of its own. */
import type { BoundaryStore } from '../../domain/catalog/ports.ts'
import type { Storage } from '../../storage/sql/stores.ts'
import type { Clock } from '../../util/clock.ts'
import { counted } from '../../util/count-with-noun.ts'
import { firstListed } from '../../util/join-words.ts'
import { lazilyByVersion } from '../../util/lazily.ts'
import type { Chore } from './parts.ts'

/** A server that stops is believed to run for a minute. */
const ANNOUNCE_EVERY_MS = 5_000

export const announcingChores = (
  { boundaries, servers }: Pick<Storage, 'boundaries' | 'servers'>,
  clock: Clock,
): readonly Chore[] => {
  if (servers === null) return []
  const imports = lazilyByVersion(() => importTexts(boundaries))
  const run = async () =>
    servers.announce(
      { id: await boundaries.identity(), imports: await imports.get(await boundaries.version()) },
      clock.now(),
    )
  return [{ name: 'catalog: telling other servers what is imported', everyMs: ANNOUNCE_EVERY_MS, run }]
}

/** @throws Error if another server that runs has other imports than this one */
export const compareImports = async (
  { boundaries, servers }: Pick<Storage, 'boundaries' | 'servers'>,
  clock: Clock,
): Promise<string> => {
  if (servers === null) return ALONE
  const [id, own] = await Promise.all([boundaries.identity(), importTexts(boundaries)])
  const others = (await servers.running(clock.now())).filter((server) => server.id !== id)
  const differences = others.flatMap(({ imports }) => differenceOf(imports, own))
  if (differences.length > 0)
    throw new Error(
      `${counted(differences.length, 'other server has', 'other servers have')} another catalog than this one, so answers differ: ${firstListed(differences, MAX_NAMED)}. Each server has a catalog of its own: run the same imports on each.`,
    )
  return `${counted(others.length, 'other server runs', 'other servers run')}, with the same imports`
}

export const ALONE = 'one; its catalog is not compared with others'

const MAX_NAMED = 3

const differenceOf = (theirs: readonly string[], own: readonly string[]): readonly string[] => {
  const more = theirs.filter((each) => !own.includes(each))
  const fewer = own.filter((each) => !theirs.includes(each))
  const texts = [
    ...(more.length > 0 ? [`it has ${firstListed(more, MAX_NAMED)}`] : []),
    ...(fewer.length > 0 ? [`it lacks ${firstListed(fewer, MAX_NAMED)}`] : []),
  ]
  return texts.length === 0 ? [] : [texts.join(', and ')]
}

const importTexts = async (store: Pick<BoundaryStore, 'imports'>): Promise<readonly string[]> =>
  (await store.imports())
    .map(
      ({ file, dataTimestamp, boundaries }) =>
        `${file}${dataTimestamp === null ? '' : ` of ${dataTimestamp.slice(0, 10)}`} with ${counted(boundaries, 'boundary', 'boundaries')}`,
    )
    .toSorted()
