/**
 * Routes on which a person approves a device sign-in (RFC 8628 §3.3): enter the code, check the request, decide. A link that
 * contains the code still asks for confirmation, because anybody can send such a link.
 */
import type { DeviceSignIns } from '../../../platform/device-sign-in/device-sign-ins.ts'
import type { Clock } from '../../../util/clock.ts'
import type { HttpRequest, HttpRoute } from '../../http/message.ts'
import { seeOther } from '../../page/form.ts'
import { type FieldsEndpoint, pageRoutes } from '../../page/page-route.ts'
import type { Viewer, Visitors } from '../../page/viewer.ts'
import { codePage, confirmPage, outcomePage } from './device-pages.ts'

export interface DevicePagesOptions {
  readonly deviceSignIns: Pick<DeviceSignIns, 'find' | 'approve' | 'deny'>
  readonly clock: Clock
}

export const deviceRoutes = (
  visitors: Visitors,
  { deviceSignIns, clock }: DevicePagesOptions,
): readonly HttpRoute[] => {
  const ask: FieldsEndpoint<Viewer> = async (request, viewer, fields) => {
    const code = fields.get('code')
    if (code === null) return codePage(viewer, '', null)
    const found = await deviceSignIns.find(code, personOf(request, viewer))
    if (typeof found === 'string') return codePage(viewer, code, found)
    if (found.state !== 'pending')
      return codePage(viewer, code, found.state === 'expired' ? 'expired' : 'already_decided')
    return confirmPage(viewer, found, { nowMs: clock.now(), address: request.origin.address })
  }

  const decide: FieldsEndpoint<Viewer> = async (request, viewer, fields) => {
    const code = fields.get('code') ?? ''
    const decision = DECISIONS.find((each) => each === fields.get('decision'))
    // A form without a decision: ask again.
    if (decision === undefined) return seeOther(`/device?code=${encodeURIComponent(code)}`)
    const answer = await deviceSignIns[decision](code, personOf(request, viewer))
    return answer === 'done' ? seeOther(`/device/${OUTCOMES[decision]}`) : codePage(viewer, code, answer)
  }

  return pageRoutes(visitors, visitors.signedIn, [
    ['GET', '/device', ask],
    ['POST', '/device', decide],
    ['GET', `/device/${OUTCOMES.approve}`, async (_request, viewer) => outcomePage(viewer, 'approve')],
    ['GET', `/device/${OUTCOMES.deny}`, async (_request, viewer) => outcomePage(viewer, 'deny')],
  ])
}

const DECISIONS = ['approve', 'deny'] as const
const OUTCOMES = { approve: 'approved', deny: 'denied' } as const

const personOf = ({ origin }: HttpRequest, { accountId }: Viewer) => ({ accountId, address: origin.address })
