/** The manifests of deploy/kubernetes/ are what Kubernetes accepts, and what the image needs. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../src/config/settings.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { writePbf } from '../support/pbf-writer.ts'
import { isRequired } from '../support/required.ts'
import { install } from '../support/service.ts'
import { healthCheckPath, imageSettings, imageUser } from './containerfile.ts'
import { KUBERNETES, manifestOf, type PodTemplate, readKustomization, readManifests } from './manifests.ts'

const TOOLS = fileURLToPath(new URL('../../tools/node_modules/', import.meta.url))
/** Null where the packages were not installed. */
const models: Readonly<Record<string, new (manifest: never) => { validate(): void }>> | null = await import(
  '../../tools/kubernetes.ts'
).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})
const noModels =
  models === null &&
  !isRequired('kubernetes-models') &&
  'the schemas of Kubernetes are not installed (npm run tools)'

const kustomization = readKustomization()
const manifests = readManifests()
const pod: PodTemplate = manifestOf('Deployment').spec.template
const job: PodTemplate = manifestOf('Job').spec.template
const IMPORTS = '/imports'

/** A town on the sea near no country. */
const mapOf = (name: string, west: number): Uint8Array =>
  writePbf(
    drawMap({
      ways: [{ id: west + 1, corners: boxCorners(west, 0, west + 1, 1) }],
      relations: [boundary(west + 100, name, 6, [west + 1])],
    }),
  )

test('the kustomization has every manifest', () => {
  assert.deepEqual([...kustomization.resources].sort(), [...manifests.keys()])
})

describe('schemas of Kubernetes', { skip: noModels }, () => {
  test('accept every manifest', () => {
    for (const manifest of manifests.values()) new models![manifest.kind](manifest as never).validate()
  })

  test('know every field', async () => {
    const folder = await mkdtemp(join(TOOLS, '.manifests-'))
    try {
      const declarations = [...manifests.values()].map(
        (manifest, index) =>
          `import type { I${manifest.kind} as Kind${index} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}'\n` +
          `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest, null, 1)}\n`,
      )
      await writeFile(join(folder, 'manifests.ts'), declarations.join(''))
      const options = {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        moduleResolution: 'nodenext',
        skipLibCheck: true,
        types: [],
      }
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }),
      )
      const { status, stdout } = spawnSync(join(TOOLS, '.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
      assert.equal(status, 0, stdout)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

for (const [kind, { spec }] of [
  ['Deployment', pod],
  ['Job', job],
] as const)
  test(`a ${kind} gets no account and no variables from the cluster, and runs as another user than root`, () => {
    const { enableServiceLinks, automountServiceAccountToken, securityContext } = spec
    assert.deepEqual([enableServiceLinks, automountServiceAccountToken], [false, false])
    assert.match(imageUser(), /^[1-9]\d*:[1-9]\d*$/, 'Kubernetes has to see that the user is not root')
    assert.equal(securityContext.runAsNonRoot, true)
    assert.equal(String(securityContext.fsGroup), imageUser().split(':')[1])
  })

for (const container of [pod, job].flatMap(({ spec }) => [...spec.initContainers, ...spec.containers])) {
  test(`the container ${container.name} needs no rights, has limits, and writes only to its data and to the imports`, () => {
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const [data, imports] = container.volumeMounts
    assert.deepEqual([data.name, data.mountPath], ['data', imageSettings().METES_DATA_DIR])
    if (imports !== undefined) assert.deepEqual([imports.name, imports.mountPath], ['imports', IMPORTS])
    if (imports !== undefined && pod.spec.initContainers.includes(container))
      assert.equal(imports.readOnly, true)
    for (const limit of ['memory', 'ephemeral-storage']) assert.ok(container.resources.limits[limit], limit)
    for (const request of ['memory', 'cpu']) assert.ok(container.resources.requests[request], request)
  })

  test(`the container ${container.name} has the image and the settings of the kustomization`, () => {
    assert.deepEqual(
      [container.image],
      kustomization.images.map(({ name }) => name),
    )
    const [settings, secrets] = container.envFrom
    assert.equal(settings.configMapRef?.name, kustomization.configMapGenerator[0].name)
    assert.equal(secrets.secretRef?.name, 'metes-secrets')
  })
}

test('settings exist, and none is a secret', () => {
  const named = kustomization.configMapGenerator.flatMap(({ literals }) =>
    literals.map((literal) => literal.slice(0, literal.indexOf('='))),
  )
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter((name) => !(name in SETTINGS)),
    [],
  )
  assert.doesNotMatch(kustomization.configMapGenerator[0].literals.join('\n'), /SECRET|:\/\/[^/\n]*:[^/\n]*@/)
})

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(`${KUBERNETES}../../package.json`, 'utf8'))
  assert.equal(kustomization.images[0].newTag, version)
})

test('what the job imports, pods have after their next start, and an import that is killed changes nothing', async () => {
  const metes = await install()
  const imports = await mkdtemp(join(tmpdir(), 'metes-imports-'))
  const [begin, imported] = job.spec.initContainers
  const [publish] = job.spec.containers
  const [copy, carryOver] = pod.spec.initContainers
  const here = (text: string, data: string): string =>
    text.replaceAll(IMPORTS, imports).replaceAll(imageSettings().METES_DATA_DIR, data)
  const shell = ({ command = [] }: { readonly command?: readonly string[] }, data: string): void => {
    const [program, ...args] = command.map((text) => here(text, data))
    assert.equal(spawnSync(program, args).status, 0)
  }
  const listed = async (): Promise<string> => {
    const data = await mkdtemp(join(imports, 'pod-'))
    shell(copy, data)
    return (await metes.run(carryOver.args!, { METES_DATA_DIR: data })).stdout
  }
  const settings = Object.fromEntries(imported.env!.map(({ name, value }) => [name, here(value, '')]))
  try {
    const before = await listed()
    for (const [index, name] of ['one', 'two'].entries()) {
      const extract = join(imports, `${name}.osm.pbf`)
      await writeFile(extract, mapOf(name, 20 * index))
      shell(begin, '')
      assert.equal((await metes.run(['import', extract, '--no-tiles'], settings)).code, 0)
      shell(begin, '')
      assert.equal((await metes.run(['import', extract, '--no-tiles'], settings)).code, 0)
      const former = await listed()
      assert.ok(!former.includes(name))
      shell(publish, '')
      const after = await listed()
      assert.notEqual(after, before)
      assert.ok(after.includes(name) && (index === 0 || after.includes('one')), after)
    }
  } finally {
    await metes.remove()
    await rm(imports, { recursive: true })
  }
})

test('what chooses pods chooses those of the deployment', () => {
  const { selector, template } = manifestOf('Deployment').spec
  const { labels } = (template as PodTemplate).metadata
  assert.deepEqual(selector.matchLabels, labels)
  assert.deepEqual(manifestOf('PodDisruptionBudget').spec.selector.matchLabels, labels)
  assert.deepEqual(manifestOf('Service').spec.selector, labels)
  assert.notDeepEqual(job.metadata.labels, labels, 'an import gets no calls')
})

test('calls come from the ingress through the service to the port of the image', () => {
  const service = manifestOf('Service')
  const [{ backend }] = manifestOf('Ingress').spec.rules[0].http.paths
  assert.deepEqual(backend.service, {
    name: service.metadata.name,
    port: { name: service.spec.ports[0].name },
  })
  const [container] = pod.spec.containers
  assert.equal(service.spec.ports[0].targetPort, container.ports![0].name)
  assert.equal(container.ports![0].containerPort, SETTINGS.PORT.unset)
})

test('a pod lives as long as the health check of the image succeeds, and gets calls while it is ready', () => {
  const [{ startupProbe, livenessProbe, readinessProbe, ports }] = pod.spec.containers
  const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)
  const port = ports![0].name
  const alive = { path: healthCheckPath(), port }
  assert.deepEqual(asked, [alive, alive, { path: '/readyz', port }])
})

test('pods are replaced without a failed call: one is always there, and has time to end', () => {
  const { replicas, strategy, template } = manifestOf('Deployment').spec
  assert.ok(replicas > manifestOf('PodDisruptionBudget').spec.minAvailable)
  assert.deepEqual(strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 })
  const { terminationGracePeriodSeconds, containers } = (template as PodTemplate).spec
  const pause = containers[0].lifecycle!.preStop.sleep.seconds
  // Metes ends within 12 seconds.
  assert.ok(terminationGracePeriodSeconds! >= pause + 12)
})

test('the service answers at the paths of the probes', async () => {
  const metes = await install()
  try {
    const server = await metes.serve()
    const { livenessProbe, readinessProbe } = pod.spec.containers[0]
    for (const probe of [livenessProbe, readinessProbe])
      assert.equal((await fetch(server.url + probe!.httpGet.path)).status, 200, probe!.httpGet.path)
    assert.equal(await server.stop(), 0)
  } finally {
    await metes.remove()
  }
})
