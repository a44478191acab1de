/** Builds deploy/Containerfile as docs/guide/containers.md says, with npm's registry and certificates of this machine. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Buildah } from './buildah.ts'

export const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))

/** Of this machine, which may trust authorities that Node does not know. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

let built = 0

/** Returns the name of the image. */
export const build = async (buildah: Buildah, base: string, checkout: string): Promise<string> => {
  const epoch = (await buildah.host('git', '-C', CHECKOUT, 'log', '-1', '--format=%ct')).trim()
  const npm = async (setting: string): Promise<string> =>
    (await buildah.host('npm', 'config', 'get', setting)).trim()
  const registry = (await npm('registry')).replace(/\/$/, '')
  const secrets = { npmrc: await npm('userconfig'), ca: existing(await npm('cafile')) ?? CERTIFICATES }
  const image = `localhost/metes:${++built}`
  await buildah.run(
    [
      'build',
      ...['--format', 'docker', '--timestamp', epoch, '--no-cache'],
      ...['--build-arg', `BASE=${base}`],
      ...['--build-arg', `SOURCE_DATE_EPOCH=${epoch}`],
      ...['--build-arg', `NPM_REGISTRY=${registry}`],
      ...Object.entries(secrets)
        .filter(([, path]) => existsSync(path))
        .flatMap(([id, path]) => ['--secret', `id=${id},src=${path}`]),
      ...['--tag', image, '--file', 'deploy/Containerfile', '.'],
    ],
    { cwd: checkout, umask: checkout === CHECKOUT ? '022' : '077' },
  )
  return image
}

const existing = (path: string): string | undefined => (existsSync(path) ? path : undefined)

/** As another person has it: elsewhere, with other times and modes. */
export const copyOfCheckout = async (buildah: Buildah, folder: string): Promise<string> => {
  await mkdir(folder)
  const files = `git ls-files -z --cached --others --exclude-standard --deduplicate | while IFS= read -r -d '' path; do if [ -e "$path" ]; then printf '%s\\0' "$path"; fi; done`
  const copy = `umask 027 && cd "$0" && (${files}) | tar --create --null --files-from=- | tar --extract --touch --no-same-permissions --directory="$1"`
  await buildah.host('bash', '-o', 'pipefail', '-c', copy, CHECKOUT, folder)
  return folder
}
