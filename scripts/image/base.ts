/** A base like `debian:trixie-slim`, from Debian's packages. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Buildah } from './buildah.ts'

/** What the slim images of Debian leave out, too. */
const LEFT_OUT = [
  'usr/share/doc',
  'usr/share/info',
  'usr/share/lintian',
  'usr/share/locale',
  'usr/share/man',
  'var/cache/apt',
  'var/lib/apt/lists',
  'var/log',
]

/** Returns the name of the image. */
export const makeBase = async (buildah: Buildah, folder: string): Promise<string> => {
  const root = join(folder, 'base')
  await buildah.host('debootstrap', '--variant=minbase', 'trixie', root)
  const excluded = LEFT_OUT.map((path) => `--exclude=./${path}/*`)
  await buildah.host(
    'tar',
    '--create',
    '--file',
    join(folder, 'base.tar'),
    '--directory',
    root,
    ...excluded,
    '.',
  )
  await writeFile(join(folder, 'Containerfile'), 'FROM scratch\nADD base.tar /\n')
  await buildah.run(['build', '--tag', 'localhost/base', '--file', join(folder, 'Containerfile'), folder])
  return 'localhost/base'
}
