/** Compares a stored polygon with disputed land. */
import { defineWork } from '../../compute/work.ts'
import type { Dispute } from '../boundary/dispute.ts'
import { disputesIn } from '../boundary/disputed-share.ts'
import { decodeRings } from '../geometry/codec.ts'
import type { StoredGeometry } from './ports.ts'

export interface DisputesTask {
  readonly geometry: StoredGeometry
  readonly disputes: readonly Dispute[]
}

/** Returns the indexes of the disputes that have land in the polygon. */
const locateDisputes = ({ geometry, disputes }: DisputesTask): readonly number[] =>
  disputesIn(decodeRings(geometry.rings), disputes).map(({ dispute }) => disputes.indexOf(dispute))

export const disputesWork = defineWork({ module: import.meta.url, name: 'disputesWork', run: locateDisputes })
