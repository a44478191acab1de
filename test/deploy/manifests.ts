/** The manifests of `deploy/kubernetes/`, as far as tests read them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const KUBERNETES = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url))

export interface Kustomization {
  readonly namespace: string
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[]
  readonly configMapGenerator: readonly { readonly name: string; readonly literals: readonly string[] }[]
}

type Labels = Readonly<Record<string, string>>

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Container {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string }
    readonly secretRef?: { readonly name: string }
  }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly resources: { readonly requests: Labels; readonly limits: Labels }
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly volumeMounts: readonly {
    readonly name: string
    readonly mountPath: string
    readonly readOnly?: boolean
  }[]
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly automountServiceAccountToken: boolean
    readonly enableServiceLinks: boolean
    readonly securityContext: Readonly<Record<string, unknown>>
    readonly terminationGracePeriodSeconds?: number
    readonly initContainers: readonly Container[]
    readonly containers: readonly Container[]
    readonly volumes: readonly { readonly name: string }[]
  }
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another; Kubernetes' schemas check them.
  readonly spec: any
}

export const readKustomization = (): Kustomization =>
  parse(readFileSync(`${KUBERNETES}kustomization.yaml`, 'utf8'))

/** By file. */
export const readManifests = (): ReadonlyMap<string, Manifest> =>
  new Map(
    globSync('*.yaml', { cwd: KUBERNETES })
      .filter((file) => file !== 'kustomization.yaml')
      .toSorted()
      .map((file) => [file, parse(readFileSync(`${KUBERNETES}${file}`, 'utf8'))]),
  )

export const manifestOf = (kind: string): Manifest => {
  const [found, another] = [...readManifests().values()].filter((manifest) => manifest.kind === kind)
  if (found === undefined || another !== undefined) throw new Error(`There is not one ${kind}.`)
  return found
}
