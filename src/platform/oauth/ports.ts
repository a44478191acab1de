/** Store port of OAuth. Adapters are checked by `test/contract/oauth-store.ts`. */
import type { AuditEvent } from '../audit/event.ts'
import type { Scope } from './scopes.ts'

/** Permission of a person for an app. Its tokens are valid as long as it exists. */
export interface Grant {
  readonly id: string
  readonly accountId: string
  readonly clientId: string
  /** The name that the app gave itself, unverified. */
  readonly clientName: string | null
  readonly scopes: readonly Scope[]
  /** Addresses for which its tokens are valid. */
  readonly resources: readonly string[]
  readonly createdAtMs: number
  /** To the minute. */
  readonly usedAtMs: number | null
  readonly expiresAtMs: number
}

export interface NewGrant extends Omit<Grant, 'usedAtMs'> {
  readonly event: AuditEvent
}

export type RecordKind = 'AccessToken' | 'RefreshToken' | 'AuthorizationCode' | 'Interaction'

/** A token, a code, or an authorization in progress. Its secret is not stored. */
export interface OAuthRecord {
  readonly kind: RecordKind
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string
  /** Null for an authorization in progress. */
  readonly grantId: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly expiresAtMs: number
  /** Time of use: codes and refresh tokens can be used once. */
  readonly usedAtMs: number | null
}

/** An access token whose grant exists. */
export interface FoundToken {
  readonly grantId: string
  readonly clientName: string | null
  readonly accountId: string
  readonly plan: string
  readonly grantUsedAtMs: number | null
  readonly payload: Readonly<Record<string, unknown>>
  /** Expiry of the token or its grant, whichever is first. */
  readonly expiresAtMs: number
}

/** Maximum numbers of rows that anybody can add without an account. Above them the oldest of a network is deleted. */
export interface Shares {
  readonly ofNetwork: number
  readonly ofAll: number
}

export type ClientMetadata = Readonly<Record<string, unknown>>

export interface NewClient {
  readonly id: string
  readonly metadata: ClientMetadata
  readonly createdAtMs: number
  /** Network from which it registered. */
  readonly network: string
}

export interface OAuthStore {
  /** Adds the grant, and deletes the least recently used ones of the account above `kept`. */
  addGrant(grant: NewGrant, kept: number): Promise<void>
  findGrant(id: string): Promise<Grant | null>
  /** The unexpired grants of an account, newest first. */
  listGrants(accountId: string, nowMs: number): Promise<readonly Grant[]>
  markGrantUsed(id: string, atMs: number): Promise<void>
  /**
   * Deletes the grant with its tokens and records the event. Returns false, without any change, if there is no such grant.
   */
  removeGrant(id: string, event: AuditEvent): Promise<boolean>

  /**
   * Adds an authorization in progress. Above the share of the network, its oldest one is deleted; above the number for all, the oldest of the
   * network that has most.
   */
  addInteraction(record: OAuthRecord, network: string, shares: Shares): Promise<void>
  /** Adds the record or replaces it. */
  putRecord(record: OAuthRecord): Promise<void>
  findRecord(kind: RecordKind, hash: string): Promise<OAuthRecord | null>
  /** Marks the record as used. Of concurrent calls one gets true. */
  useRecord(kind: RecordKind, hash: string, atMs: number): Promise<boolean>
  removeRecord(kind: RecordKind, hash: string): Promise<void>
  removeRecordsOf(kind: RecordKind, grantId: string): Promise<void>
  /** Returns an access token, expired or not; null if it is unknown or its grant was revoked. */
  findToken(hash: string): Promise<FoundToken | null>

  /** Adds a client. Clients without a grant have shares like authorizations in progress. */
  addClient(client: NewClient, shares: Shares): Promise<void>
  findClient(id: string): Promise<ClientMetadata | null>

  /**
   * Deletes authorizations in progress that have expired, other records and grants that expired before a time, and clients without a grant
   * that registered before another.
   */
  sweep(times: {
    readonly nowMs: number
    readonly expiredBeforeMs: number
    readonly registeredBeforeMs: number
  }): Promise<void>
}
