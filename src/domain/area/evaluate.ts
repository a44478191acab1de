/** From a plan's tree and the polygons of its boundaries to the land that it says. */
import { unionMinus } from '../geometry/boolean.ts'
import type { Rings } from '../geometry/rings.ts'

/** A part of a plan, its boundary as the place of its polygon in a list. */
export interface AreaNode {
  readonly polygon: number
  readonly except: readonly AreaNode[]
}

/** The union of the parts, each without the union of its exceptions, which have exceptions in turn. */
export const evaluate = (parts: readonly AreaNode[], polygons: readonly Rings[]): Rings => {
  const lands = parts.map((part) => landOf(part, polygons))
  return lands.length === 1 ? lands[0] : unionMinus(lands, [])
}

const landOf = ({ polygon, except }: AreaNode, polygons: readonly Rings[]): Rings =>
  except.length === 0
    ? polygons[polygon]
    : unionMinus(
        [polygons[polygon]],
        except.map((each) => landOf(each, polygons)),
      )
