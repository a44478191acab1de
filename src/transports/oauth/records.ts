/**
 * Storage of the authorization server's models: tokens and codes by their hashes, grants and device sign-ins in our own
 * form.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors, Provider } from 'oidc-provider'
import { coarseNetwork } from '../../platform/customer-network.ts'
import type { AccessPoll, DeviceAccesses } from '../../platform/device-sign-in/device-access.ts'
import { revocation } from '../../platform/oauth/grants.ts'
import type { OAuthStore, RecordKind } from '../../platform/oauth/ports.ts'
import type { Resources } from '../../platform/oauth/resources.ts'
import { readScopes } from '../../platform/oauth/scopes.ts'
import { tokenHash } from '../../platform/random-tokens.ts'
import type { Clock } from '../../util/clock.ts'
import type { Random } from '../../util/random.ts'
import { deviceClient } from './client-rules.ts'
import { CLIENT_SHARES, INTERACTION_SHARES, MAX_METADATA_BYTES } from './record-limits.ts'

export interface RecordOptions {
  readonly store: OAuthStore
  readonly deviceAccesses: DeviceAccesses
  readonly resources: Pick<Resources, 'withIncluded'>
  /** Called after tokens were revoked. */
  readonly forgetTokens: () => void
  readonly clock: Clock
  readonly random: Random
}

/** Returns the store of each model. */
export const createRecords = (options: RecordOptions): ((model: string) => Adapter) => {
  const own: Readonly<Record<string, Adapter>> = {
    Client: clients(options),
    Grant: grants(options),
    DeviceCode: deviceCodes(options),
  }
  return (model) =>
    own[model] ?? (KINDS.find((kind) => kind === model) ? records(options, model as RecordKind) : NOTHING)
}

const KINDS: readonly RecordKind[] = ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Interaction']

/** Our own sessions identify the signed-in person, and each authorization requires consent. The other models are unused. */
const NOTHING: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

const records = (
  { store, resources, forgetTokens, clock, random }: RecordOptions,
  kind: RecordKind,
): Adapter => ({
  ...NOTHING,
  upsert: async (id, { jti: _secret, ...payload }, expiresInSeconds) => {
    const expiresAtMs =
      payload.exp === undefined ? clock.now() + Number(expiresInSeconds) * 1000 : payload.exp * 1000
    const grantId = payload.grantId ?? null
    const record = { kind, hash: tokenHash(id), grantId, payload, expiresAtMs, usedAtMs: null }
    const isBeginning = kind === 'Interaction' && payload.result === undefined
    await (isBeginning
      ? store.addInteraction(record, callingNetwork(), INTERACTION_SHARES)
      : store.putRecord(record))
  },
  find: async (id) => {
    const found = await store.findRecord(kind, tokenHash(id))
    if (found === null) return undefined
    const { payload, usedAtMs } = found
    const { resource } = payload as AdapterPayload
    return {
      ...payload,
      jti: id,
      ...(resource !== undefined && { resource: [...resources.withIncluded([resource].flat())] }),
      ...(usedAtMs !== null && { consumed: seconds(usedAtMs) }),
    }
  },
  // Of two concurrent uses one comes too late: then somebody has a copy, and nobody keeps access (RFC 9700 §4.14.2).
  consume: async (id) => {
    const hash = tokenHash(id)
    if (await store.useRecord(kind, hash, clock.now())) return
    const found = await store.findRecord(kind, hash)
    if (found !== null && found.grantId !== null) await removeGrant({ store, clock, random }, found.grantId)
    forgetTokens()
    throw new errors.InvalidGrant('it was already used')
  },
  destroy: async (id) => {
    await store.removeRecord(kind, tokenHash(id))
    forgetTokens()
  },
  revokeByGrantId: async (grantId) => {
    await store.removeRecordsOf(kind, grantId)
    forgetTokens()
  },
})

const removeGrant = async (
  { store, clock, random }: Pick<RecordOptions, 'store' | 'clock' | 'random'>,
  grantId: string,
): Promise<void> => {
  const grant = await store.findGrant(grantId)
  const origin = { way: 'operation', address: Provider.ctx?.ip ?? null } as const
  if (grant !== null) await store.removeGrant(grantId, revocation({ clock, random }, grant, origin))
}

/** Our pages create grants, so they are only found and revoked here. */
const grants = (options: RecordOptions): Adapter => ({
  ...NOTHING,
  find: async (id) => {
    const grant = await options.store.findGrant(id)
    if (grant === null) return undefined
    const scopes = grant.scopes.join(' ')
    return {
      kind: 'Grant',
      jti: id,
      accountId: grant.accountId,
      clientId: grant.clientId,
      resources: Object.fromEntries(
        options.resources.withIncluded(grant.resources).map((resource) => [resource, scopes]),
      ),
      iat: seconds(grant.createdAtMs),
      exp: seconds(grant.expiresAtMs),
    }
  },
  destroy: async (id) => {
    await removeGrant(options, id)
    options.forgetTokens()
  },
})

const callingNetwork = (): string => coarseNetwork(Provider.ctx?.ip ?? '')

const clients = ({ store, clock }: RecordOptions): Adapter => ({
  ...NOTHING,
  upsert: async (id, metadata) => {
    if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
      throw new errors.InvalidClientMetadata(`the metadata is larger than ${MAX_METADATA_BYTES} bytes`)
    const client = { id, metadata: { ...metadata }, createdAtMs: clock.now(), network: callingNetwork() }
    await store.addClient(client, CLIENT_SHARES)
  },
  find: async (id) => ((await store.findClient(id)) as AdapterPayload | null) ?? deviceClient(id),
})

const deviceCodes = ({ deviceAccesses, resources, clock }: RecordOptions): Adapter => ({
  ...NOTHING,
  upsert: async (id, { userCode, params, clientId, deviceInfo, exp }) => {
    const { scope, resource } = params as {
      readonly scope: string
      readonly resource: string | readonly string[]
    }
    await deviceAccesses.start({
      deviceCode: id,
      userCode: String(userCode),
      clientName: (deviceInfo?.name as string | null) ?? null,
      address: (deviceInfo?.ip as string | null) ?? null,
      expiresAtMs: Number(exp) * 1000,
      access: { clientId: String(clientId), scopes: readScopes(scope), resources: [resource].flat() },
    })
  },
  find: async (id) => {
    const polled = await deviceAccesses.poll(id)
    if (polled === null) return undefined
    const refusal = REFUSALS[polled.result]
    if (refusal !== undefined) throw refusal()
    const { access, accountId, grantId } = polled
    return {
      kind: 'DeviceCode',
      jti: id,
      clientId: access.clientId,
      iat: seconds(polled.createdAtMs),
      // Later than now, because the expiry was decided above.
      exp: seconds(clock.now()) + 60,
      ...(polled.result === 'approved' && {
        accountId: accountId ?? undefined,
        grantId: grantId ?? undefined,
        scope: access.scopes.join(' '),
        resource: [...resources.withIncluded(access.resources)],
      }),
    }
  },
  consume: async (id) => {
    if (!(await deviceAccesses.redeem(id))) throw new errors.InvalidGrant('the device code was already used')
  },
})

/** Errors with which polls end (RFC 8628 §3.5). */
const REFUSALS: Readonly<Partial<Record<AccessPoll['result'], () => Error>>> = {
  too_fast: () => new errors.SlowDown('poll more slowly'),
  access_denied: () => new errors.AccessDenied('the person denied this sign-in'),
  expired_token: () => new errors.ExpiredToken('the sign-in was not approved in time'),
  invalid_grant: () => new errors.InvalidGrant('the device code was already used'),
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
