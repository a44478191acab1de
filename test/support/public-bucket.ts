/** A folder as a public bucket: as much of S3 as programs need that read it without a key (ListObjectsV2, HEAD, and GET of ranges). */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalServer, serveLocally } from './local-server.ts'

const BUCKET = '/boundaries-of-the-world'

/** The address is that of the bucket. */
export const servePublicBucket = async (folder: string): Promise<LocalServer> => {
  const keys = globSync('**/*.parquet', { cwd: folder }).toSorted()
  const { url, close } = await serveLocally(({ url = '/', method, headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (searchParams.has('list-type')) {
      const found = keys.filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
      response.writeHead(200, { 'Content-Type': 'application/xml' }).end(listOf(folder, found))
      return
    }
    const key = decodeURIComponent(pathname).slice(BUCKET.length + 1)
    if (!keys.includes(key)) {
      response.writeHead(404).end()
      return
    }
    const bytes = readFileSync(join(folder, key))
    const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
    const first = Number(range?.[1] ?? 0)
    const end = range?.[2] ? Number(range[2]) + 1 : bytes.length
    response.writeHead(range === null ? 200 : 206, {
      'Content-Length': end - first,
      'Content-Range': `bytes ${first}-${end - 1}/${bytes.length}`,
      ETag: `"${key}"`,
    })
    response.end(method === 'HEAD' ? undefined : bytes.subarray(first, end))
  })
  return { url: `${url}${BUCKET}`, close }
}

const listOf = (folder: string, keys: readonly string[]): string => {
  const contents = keys.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${statSync(join(folder, key)).size}</Size><ETag>"${key}"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}
