/**
 * Collects the positions of the nodes of borders, and the tags of labels. Of a node that the file repeats, the highest version
 * counts: if its occurrences differ, they are read again with their versions, which for all other nodes is too much work.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Passes } from './passes.ts'
import { NODES } from './pbf/block.ts'
import { takesPlaceOf } from './pbf/info.ts'
import type { Tags } from './pbf/tags.ts'
import type { ScanResult } from './scan-blobs.ts'
import { lowerBound, NumberList, sortedUnique } from './sorted-ids.ts'
import { NO_COORDINATE, type WayTable } from './way-table.ts'

interface CollectedNodes extends Pick<WayTable, 'nodeIds' | 'lons' | 'lats'> {
  readonly labels: ReadonlyMap<number, Tags>
}

/**
 * O(n) in the bytes of the nodes of the file, O(log m) for each in the ids.
 *
 * @param nodeIds sorted; `labelIds` are some of them, for which tags are read
 */
export const collectNodes = async (
  passes: Passes,
  nodeIds: Float64Array,
  labelIds: Float64Array,
  onRead: (result: ScanResult) => void,
  onReread: () => void,
): Promise<CollectedNodes> => {
  const lons = sharedCoordinates(nodeIds.length)
  const lats = sharedCoordinates(nodeIds.length)
  const labels = new Map<number, Tags>()
  const doubtful = new NumberList()
  const pass = { of: 'nodes', wanted: nodeIds, labels: labelIds, lons, lats } as const
  await passes.run(NODES, pass, (result) => {
    doubtful.pushAll(result.doubtfulNodes)
    for (const { id, tags } of result.nodeTags) {
      const known = labels.get(id)
      if (known !== undefined && !isDeepStrictEqual(known, tags)) doubtful.pushAll([id])
      labels.set(id, tags)
    }
    onRead(result)
  })
  if (doubtful.length > 0) {
    const wanted = sortedUnique(doubtful.toArray())
    const takesPlace = highestVersions(wanted)
    const takesPlaceOfLabel = highestVersions(wanted)
    await passes.run(NODES, { of: 'node versions', wanted, labels: labelIds }, (result) => {
      for (const { id, version, lon, lat } of result.nodeVersions) {
        if (!takesPlace(id, version)) continue
        const place = lowerBound(nodeIds, id)
        lons[place] = lon
        lats[place] = lat
      }
      for (const { id, version, tags } of result.nodeTags)
        if (takesPlaceOfLabel(id, version)) labels.set(id, tags)
      onReread()
    })
  }
  return { nodeIds, lons, lats, labels }
}

const highestVersions = (ids: Float64Array) => {
  /** 0 if unknown. */
  const versions = new Int32Array(ids.length)

  /** True if this version of the node takes the place of the ones before. */
  return (id: number, version: number | null): boolean => {
    const place = lowerBound(ids, id)
    if (!takesPlaceOf(version, versions[place])) return false
    versions[place] = version ?? 0
    return true
  }
}

const sharedCoordinates = (count: number): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(count * 4)).fill(NO_COORDINATE)
