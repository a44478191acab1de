/** Random strips of land between two others, so narrow that their borders block each other's simplification. */
import fc from 'fast-check'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'

const HEIGHT = 100_000

interface Bend {
  /** From the straight line, of both sides. */
  readonly shift: number
  /** How much wider the strip is here. */
  readonly wider: number
}

/** Land west and east of a narrow strip with much the same zigzags on both sides. */
const strip = (bends: readonly Bend[], width: number): readonly Rings[] => {
  const step = Math.floor(HEIGHT / (bends.length + 1))
  const border = (x: number, share: number): readonly number[] => [
    x,
    0,
    ...bends.flatMap(({ shift, wider }, i) => [x + shift + share * wider, step * (i + 1)]),
    x,
    HEIGHT,
  ]
  const reversed = (line: readonly number[]): readonly number[] =>
    line.flatMap((_, i) => (i % 2 === 0 ? [line[line.length - i - 2], line[line.length - i - 1]] : []))
  const [left, right] = [border(HEIGHT, 0), border(HEIGHT + width, 1)]
  return [
    ringsFromParts([[[0, 0, ...left, 0, HEIGHT]]]),
    ringsFromParts([[[...right, ...reversed(left)]]]),
    ringsFromParts([[[3 * HEIGHT, 0, 3 * HEIGHT, HEIGHT, ...reversed(right)]]]),
  ]
}

export const strips = fc
  .record({
    bends: fc.array(
      fc.record({
        shift: fc.integer({ min: -30_000, max: 30_000 }),
        wider: fc.integer({ min: 0, max: 5_000 }),
      }),
      { minLength: 6, maxLength: 40 },
    ),
    width: fc.integer({ min: 20, max: 2_000 }),
  })
  .map(({ bends, width }) => strip(bends, width))
