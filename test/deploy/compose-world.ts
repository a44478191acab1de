/**
 * The services of compose.yaml as processes of this machine: in a network and a file system of their own, where the names of the services lead to them and
 * the files that the proxy mounts are where it looks for them. Ports, addresses and settings are those of the file.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isRequired } from '../support/required.ts'
import { listeningUrl } from '../support/service.ts'
import { type ComposeFile, DEPLOY, readCompose } from './compose-file.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const STORE = fileURLToPath(new URL('store-process.ts', import.meta.url))
export const DOMAIN = 'metes.example.org'

const lacks = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status !== 0

const LACKS_SERVERS =
  lacks('nginx', '-v') ||
  lacks('redis-server', '--version') ||
  lacks('bash', '-c', 'ls /usr/lib/postgresql/*/bin/initdb')

/** Why the tests are skipped; false where they are not. */
export const NO_COMPOSE: string | false = lacks('unshare', '--net', '--mount', 'true')
  ? 'this user cannot make a network'
  : !isRequired('nginx') && LACKS_SERVERS && 'there is no nginx, Redis or PostgreSQL'

export interface ComposeWorld {
  readonly file: ComposeFile
  /** Runs a program where the services are. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<Ran>
  /** Runs a command of Metes as `docker compose exec SERVICE metes` does. */
  readonly metes: (service: string, ...args: readonly string[]) => Promise<Ran>
  readonly start: (service: string) => Promise<void>
  /** What it wrote since it started. */
  readonly log: (service: string) => string
  /** Ends it as `docker compose stop` does, and returns the exit code. */
  readonly stop: (service: string) => Promise<number | null>
  /** Of a certificate that signs itself, as a file. */
  readonly certificate: string
  readonly remove: () => Promise<void>
}

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

type Process = ChildProcessByStdio<null, Readable, Readable>

export const startCompose = async (): Promise<ComposeWorld> => {
  const folder = await mkdtemp(join(tmpdir(), 'metes-compose-'))
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  const file = readCompose({
    DOMAIN,
    POSTGRES_PASSWORD: 'b1946ac92492d2347c6235b4',
    S3_ACCESS_KEY: '591785b794601e212b260e25',
    S3_SECRET_KEY: '3b5d5c3712955042212316173ccf37be',
    METES_SECRET_KEY: 'kC3Wc1aQ8y0g2o0T6r8l8Zr9T1dVnQy1hG9x1sJ0uVw=',
  })
  const names = Object.keys(file.services)
  const addressOf = (service: string): string => `127.0.1.${1 + names.indexOf(service)}`
  const network = await openNetwork(folder, file, [
    ...names.map((name) => `${addressOf(name)} ${name}`),
    `${addressOf('proxy')} ${DOMAIN}`,
  ])
  const running = new Map<string, Process>()
  const logs = new Map<string, string>()

  const inside = (command: readonly string[], env: Readonly<Record<string, string | number>> = {}): Process =>
    spawn('nsenter', ['--target', String(network.pid), '--net', '--mount', ...command], {
      cwd: '/',
      env: { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', ...(env as Record<string, string>) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run = (program: string, ...args: readonly string[]): Promise<Ran> =>
    result(inside([program, ...args]))

  /** What the image of Metes sets itself; all services share one network here, so each listens on its own address. */
  const settingsOf = (service: string): Readonly<Record<string, string | number>> => ({
    ...file.services[service].environment,
    METES_HOST: addressOf(service),
    METES_DATA_DIR: join(folder, service),
  })

  /** How each image starts what it is for. */
  const starts: Readonly<Record<string, (service: string) => Promise<Process>>> = {
    postgres: (service) => startPostgres(service),
    redis: async (service) => inside(file.services[service].command!),
    store: async (service) => {
      const store = inside([process.execPath, STORE, '8333'], file.services[service].environment)
      await once(store.stdout, 'data')
      return store
    },
    'metes-1': (service) => startMetes(service),
    'metes-2': (service) => startMetes(service),
    proxy: async () => inside(['nginx', '-c', '/etc/nginx/nginx.conf', '-g', 'daemon off;']),
  }

  const startMetes = async (service: string): Promise<Process> => {
    // As a volume is there.
    await mkdir(join(folder, service), { recursive: true })
    const metes = inside([process.execPath, METES, 'serve'], settingsOf(service))
    await listeningUrl(metes.stderr)
    return metes
  }

  const startPostgres = async (service: string): Promise<Process> => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = file.services[service].environment!
    const data = join(folder, service)
    const password = join(folder, 'password')
    await writeFile(password, String(POSTGRES_PASSWORD))
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    const prepare = `
      PATH=$(echo /usr/lib/postgresql/*/bin | tr ' ' ':'):$PATH
      mkdir "$1" && chown postgres "$1" "$2"
      ${asPostgres.join(' ')} initdb --pgdata="$1" --username="$3" --pwfile="$2" --auth=scram-sha-256 --no-sync
      echo "create database $4" | ${asPostgres.join(' ')} postgres --single -D "$1" postgres`
    const prepared = await run(
      ...(['bash', '-ec', prepare, 'bash'] as const),
      ...[data, password, String(POSTGRES_USER), String(POSTGRES_DB)],
    )
    assert.equal(prepared.code, 0, prepared.stderr)
    const server = `exec $(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/postgres -D "$0" -c listen_addresses='*' -c unix_socket_directories="$0"`
    return inside([...asPostgres, 'bash', '-c', server, data])
  }

  const start = async (service: string): Promise<void> => {
    const child = await starts[service](service)
    running.set(service, child)
    logs.set(service, '')
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => logs.set(service, logs.get(service) + String(piece)))
    // The health checks of Metes and of the store are for their images.
    const check = service === 'store' ? undefined : file.services[service].healthcheck?.test.slice(1)
    while (check !== undefined && (await run(check[0], ...check.slice(1))).code !== 0)
      assert.equal(child.exitCode, null, `${service} ended:\n${logs.get(service)}`)
    if (service === 'proxy')
      while ((await run('curl', '--silent', '--output', '/dev/null', 'http://proxy/')).code !== 0)
        assert.equal(child.exitCode, null, `${service} ended:\n${logs.get(service)}`)
  }
  const stop = async (service: string): Promise<number | null> => {
    const child = running.get(service)!
    running.delete(service)
    return end(child, 'SIGTERM')
  }
  const remove = async (): Promise<void> => {
    await Promise.all([...running.values()].map((child) => end(child, 'SIGTERM')))
    network.stdin.end()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    for (const service of inOrder(file)) await start(service)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    file,
    run,
    metes: (service, ...args) => result(inside([process.execPath, METES, ...args], settingsOf(service))),
    start,
    log: (service) => logs.get(service) ?? '',
    stop,
    certificate: join(folder, 'tls/fullchain.pem'),
    remove,
  }
}

/** Services after those that they depend on. */
const inOrder = ({ services }: ComposeFile): readonly string[] => {
  const ordered = new Set<string>()
  const add = (service: string): void => {
    for (const other of Object.keys(services[service].depends_on ?? {})) add(other)
    ordered.add(service)
  }
  for (const service of Object.keys(services)) add(service)
  return [...ordered]
}

/** A process that keeps a network with its own loopback, and the files that the proxy sees, until its input ends. */
const openNetwork = async (
  folder: string,
  file: ComposeFile,
  hosts: readonly string[],
): Promise<ChildProcessByStdio<Writable, Readable, null>> => {
  await writeFile(join(folder, 'hosts'), `127.0.0.1 localhost\n${hosts.join('\n')}\n`)
  await makeCertificate(join(folder, 'tls'))
  const mounts = file.services.proxy.volumes!.map((volume) => {
    const [source, target] = volume.split(':')
    // A checkout has no certificate.
    return { target, source: source === './tls' ? join(folder, 'tls') : resolve(DEPLOY, source) }
  })
  const script = [
    'ip link set lo up',
    `mount --bind ${folder}/hosts /etc/hosts`,
    // Where Debian's nginx keeps what that of the image keeps in /var/cache/nginx.
    ...['/etc/nginx', '/var/lib/nginx', '/run'].map((target) => `mount -t tmpfs tmpfs ${target}`),
    ...mounts.map(
      ({ source, target }) =>
        `if [ -d ${source} ]; then mkdir -p ${target}; else touch ${target}; fi; mount --bind ${source} ${target}`,
    ),
    'echo ready',
    'exec cat',
  ].join('\n')
  const holder = spawn('unshare', ['--net', '--mount', 'bash', '-ec', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [first] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'close')])
  assert.match(String(first), /ready/)
  return holder
}

const makeCertificate = async (folder: string): Promise<void> => {
  await mkdir(folder)
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '30',
      ],
      ...['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`],
      ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
    ],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
}

const result = async (child: Process): Promise<Ran> => {
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
  ])
  const [code] = await closed
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}
