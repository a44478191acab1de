/** Slows down devices that poll too often (RFC 8628 §3.5). */
import type { DeviceSignInStore, PolledSignIn } from './ports.ts'

/** Five seconds by default, and five more each time a device polls too fast. */
export const INTERVAL_SECONDS = 5
const SLOWER_BY_SECONDS = 5
const SLOWEST_SECONDS = 60

/** What every sign-in is at its start. */
export const UNDECIDED = {
  state: 'pending',
  intervalSeconds: INTERVAL_SECONDS,
  polledAtMs: null,
  accountId: null,
  grantId: null,
} as const

/** Network delays vary: a poll may come a little early. */
const TOLERANCE_MS = 500

/** Records a poll of a sign-in that is not decided yet. */
export const notePoll = async (
  store: Pick<DeviceSignInStore, 'polled'>,
  signIn: PolledSignIn,
  nowMs: number,
): Promise<{ readonly intervalSeconds: number; readonly tooFast: boolean }> => {
  const tooFast =
    signIn.polledAtMs !== null && nowMs - signIn.polledAtMs < signIn.intervalSeconds * 1000 - TOLERANCE_MS
  const intervalSeconds = tooFast
    ? Math.min(SLOWEST_SECONDS, signIn.intervalSeconds + SLOWER_BY_SECONDS)
    : signIn.intervalSeconds
  await store.polled(signIn.deviceHash, { atMs: nowMs, intervalSeconds })
  return { intervalSeconds, tooFast }
}
