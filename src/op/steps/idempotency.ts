/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): the first call with a key runs, and repeats get its answer.
 */
import { createHash } from 'node:crypto'
import type { Caller } from '../../platform/caller.ts'
import { type BegunCall, type IdempotencyKeys, KeyLostError } from '../../platform/idempotency/idempotency.ts'
import type { AnyOp } from '../define.ts'
import { problem } from '../problem/problem.ts'
import { EncodedBody } from '../response/encoded-body.ts'

/** The first call with its key, which it claims until `keep` or `forget`. */
export interface FirstCall extends Pick<BegunCall, 'accountId' | 'key' | 'claim'> {
  /** Atomically stores the answer and spends the hold; returns false if there is no such hold. */
  readonly keep: (answer: EncodedBody, holdId: string | null) => Promise<boolean>
  readonly forget: () => Promise<void>
}

export type IdempotencyOutcome =
  /** No key was sent, or the caller or operation does not support one. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'first'; readonly call: FirstCall }
  | { readonly kind: 'repeat'; readonly answer: EncodedBody }
  /** A repeat of a call that became a job. */
  | { readonly kind: 'job'; readonly jobId: string; readonly key: string }
  /** A repeat whose answer is no longer stored: it runs again without a charge. */
  | { readonly kind: 'paid' }

export interface IdempotencyRequest {
  readonly op: AnyOp
  readonly input: unknown
  readonly caller: Caller
  /** The header as sent. */
  readonly writtenKey: string | undefined
}

/** Claims the key, or finds the earlier call. @throws Problem if the key is malformed, in use, or belongs to another call */
export const beginIdempotentCall = async (
  idempotencyKeys: IdempotencyKeys,
  { op, input, caller, writtenKey }: IdempotencyRequest,
): Promise<IdempotencyOutcome> => {
  if (op.idempotencyKey !== true || writtenKey === undefined || caller.kind !== 'account')
    return { kind: 'plain' }
  const { accountId } = caller
  const key = readKey(writtenKey)
  const begun = await idempotencyKeys.begin(accountId, key, fingerprintOf(op, input))
  switch (begun.kind) {
    case 'begun':
      return { kind: 'first', call: { ...begun.call, keep: orConflict(key, begun.call.keep) } }
    case 'answered':
      return { kind: 'repeat', answer: new EncodedBody(begun.answer.bytes, begun.answer.mediaType) }
    case 'job':
      return { kind: 'job', jobId: begun.jobId, key }
    case 'spent':
      return { kind: 'paid' }
    case 'running':
      throw keyStillRunning(key)
    case 'other_call':
      throw problem('idempotency_conflict', { key, reason: 'other_call' })
  }
}

const RETRY_AFTER_SECONDS = 2

/** Returns the problem for a repeat that arrives while the first call runs. */
export const keyStillRunning = (key: string) =>
  problem('idempotency_conflict', { key, reason: 'running', retryAfterSeconds: RETRY_AFTER_SECONDS })

const orConflict =
  (key: string, keep: FirstCall['keep']): FirstCall['keep'] =>
  async (answer, holdId) => {
    try {
      return await keep(answer, holdId)
    } catch (error) {
      throw error instanceof KeyLostError ? keyStillRunning(key) : error
    }
  }

/** A quoted RFC 9651 string, as in the draft, or the bare text that most clients send. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
const BARE = /^[!-~]+$/
const MAX_LETTERS = 255

const readKey = (written: string): string => {
  const quoted = QUOTED.exec(written.trim())?.[1].replace(/\\(.)/g, '$1')
  const key = quoted ?? (BARE.test(written) && !written.startsWith('"') ? written : '')
  if (key.length >= 1 && key.length <= MAX_LETTERS) return key
  const message = `Idempotency-Key must be 1 to ${MAX_LETTERS} ASCII characters without spaces, or a quoted string. Use a new UUID for each call.`
  throw problem('invalid_input', { issues: [{ path: '', message, code: 'invalid_header' }] })
}

/** Hashes the operation and its parsed input, so that equal calls match in any notation. */
const fingerprintOf = (op: AnyOp, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([op.name, input], packedNumbers))
    .digest('base64url')

const packedNumbers = (_name: string, value: unknown): unknown =>
  ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
    : value
