/** A process that stores one large file after another in the given directory, and prints the name of each before it begins. */
import { createHash } from 'node:crypto'
import { fileKey } from '../../src/domain/files/stored-file-name.ts'
import { diskFiles } from '../../src/storage/files/disk.ts'
import { systemRandom } from '../../src/util/random.ts'

const store = diskFiles(process.argv[2], systemRandom)
for (let number = 0; ; number++) {
  const bytes = Buffer.alloc(4_000_000, String(number))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  console.log(sha256)
  await store.put(fileKey(sha256, 'txt'), bytes, {
    mediaType: 'text/plain',
    encoding: null,
    disposition: 'attachment',
  })
}
