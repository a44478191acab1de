/** The figures of the gazetteer in the guide to the atlas. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gazetteerColumnsOf, readCounts, SECTION } from '../../src/sources/gazetteer/gazetteer-columns.ts'
import { unpackedFile } from '../../src/sources/packed-file.ts'

export const gazetteerFigures = async (directory: string): Promise<Readonly<Record<string, string>>> => {
  const path = await unpackedFile({ directory, name: 'gazetteer', ending: 'bin' }, directory)
  const bytes = Uint8Array.from(readFileSync(path)).buffer
  const counts = readCounts(bytes)
  if (counts === null) throw new Error(`${path} is not a gazetteer.`)
  const { population, rank, region, regionText } = gazetteerColumnsOf(bytes, counts)
  const divisions = Buffer.from(regionText).toString('utf8').split('\n')
  const lacks = divisions.map((line) => line.split('\t').map((name) => name === ''))
  const count = <T>(column: Iterable<T>, test: (value: T) => boolean): string =>
    number([...column].filter(test).length)
  const { edition }: { readonly edition: string } = JSON.parse(
    readFileSync(join(directory, 'gazetteer.json'), 'utf8'),
  )
  return {
    'gazetteer edition': new Date(edition).toLocaleDateString('en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
    towns: number(counts.towns),
    'towns without population': count(population, (people) => people === 0),
    'towns without first order': count(region, (index) => lacks[index][1]),
    'towns without second order': count(region, (index) => lacks[index][2]),
    'parts of cities': count(rank, (each) => each === SECTION),
    'gazetteer packed MB': megabytes(statSync(join(directory, 'gazetteer.bin.zst')).size),
    'gazetteer unpacked MB': megabytes(bytes.byteLength),
  }
}

const number = (value: number): string => value.toLocaleString('en')
const megabytes = (bytes: number): string => number(Math.round(bytes / 1e6))
