/** Compares a stored polygon with disputed land. */

import { disputesIn } from '../boundary/disputed-share.ts'
import { decodeRings } from '../geometry/codec.ts'
import type { DisputesTask } from './renderer.ts'

export const locateDisputes = ({ geometry, disputes }: DisputesTask): readonly number[] =>
  disputesIn(decodeRings(geometry.rings), disputes).map(({ dispute }) => disputes.indexOf(dispute))
