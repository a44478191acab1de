/** Reads `data/atlas/disputed.yaml`: which land is disputed, and how to assemble its polygon. */

import type { BBox } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

/** The fields are explained at the top of the file. */
export interface DisputeEntry {
  readonly area: string
  readonly claimants: readonly string[]
  readonly administered_by: readonly string[]
  readonly condominium?: true
  readonly source: string
  readonly units?: readonly string[]
  readonly shared?: true
  readonly inside?: string
  readonly rest_of?: string
  readonly nobody?: true
  readonly islands?: true
  readonly near?: BBox
}

/** Throws when an entry does not say where its land is. */
export const readDisputes = (path: string): readonly DisputeEntry[] => {
  const entries: readonly DisputeEntry[] = readYaml(path)
  for (const entry of entries) {
    const { area, units, shared, inside, rest_of, nobody, islands, near } = entry
    if (!(units || shared || inside || rest_of || nobody || islands))
      throw new Error(`${path} does not say where ${area} is.`)
    if (near === undefined && (inside || rest_of || nobody || islands))
      throw new Error(
        `${path} gives no box for ${area}: "inside", "rest_of", "nobody" and "islands" need "near".`,
      )
  }
  return entries
}
