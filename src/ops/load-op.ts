/** Loads one operation: a command starts without the schemas of the others (`bench/start.ts`). */
import type { AnyOp } from '../op/define.ts'
import type { OpDescription } from '../op/op-description.ts'
import { siblingModule } from '../util/sibling-module.ts'

/** Every operation is what a module of its name exports, in the folder of its group. */
export const loadOp = async ({ group, name }: Pick<OpDescription, 'group' | 'name'>): Promise<AnyOp> => {
  const exported: Readonly<Record<string, AnyOp>> = await import(
    siblingModule(`${group}/${name}`, import.meta.url).href
  )
  return Object.values(exported).find((each) => each.name === name)!
}
