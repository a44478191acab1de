/** What is drawn by the seed of a round. */
import type { Random } from '../support/shapes.ts'

export const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)]

export const between = (least: number, most: number, random: Random): number =>
  least + (most - least) * random()
