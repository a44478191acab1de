/** Compares a stored polygon with disputed land. */
import { decodeRings } from '../geometry/codec.ts'
import { disputesIn } from './disputed-share.ts'
import type { DisputesTask } from './renderer.ts'

export const locateDisputes = ({ geometry, disputes }: DisputesTask): readonly number[] =>
  disputesIn(decodeRings(geometry.rings), disputes).map(({ dispute }) => disputes.indexOf(dispute))
