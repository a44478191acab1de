/**
 * Tokens of unsubscribe links: account, kind of mail and a message authentication code. A token works without signing in and
 * never expires, so it can only change these preferences.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../util/random.ts'
import { SWITCHABLE_KINDS, type SwitchableKind } from './mail-kinds.ts'
import type { SecretStore } from './ports.ts'

export type UnsubscribeTokens = Awaited<ReturnType<typeof openUnsubscribeTokens>>

interface UnsubscribeSubject {
  readonly accountId: string
  /** Kind of the mail that contained the link. */
  readonly kind: SwitchableKind
}

export const openUnsubscribeTokens = async (secrets: SecretStore, random: Random) => {
  const candidate = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
  const secret = await secrets.secretFor('unsubscribe', candidate)
  const codeOf = (said: string): Buffer => createHmac('sha256', secret).update(said).digest()
  return {
    make: ({ accountId, kind }: UnsubscribeSubject) => {
      const said = `${accountId}.${kind}`
      return `${said}.${codeOf(said).toString('base64url')}`
    },
    /** Returns null for a token that this service did not issue. */
    read: (token: string): UnsubscribeSubject | null => {
      const [, said, accountId, kindText, code] = TOKEN.exec(token) ?? []
      const kind = SWITCHABLE_KINDS.find((each) => each === kindText)
      if (code === undefined || kind === undefined) return null
      return timingSafeEqual(Buffer.from(code, 'base64url'), codeOf(said)) ? { accountId, kind } : null
    },
  }
}

const SECRET_BYTES = 32
/** The code is 32 bytes in base64url. */
const TOKEN = /^(([0-9a-z]{1,64})\.([a-z_]{1,32}))\.([\w-]{43})$/
