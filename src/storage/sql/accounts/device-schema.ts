/** The table of device sign-ins, the same in both databases. `migrations/device-sign-in.ts`, `private-codes.ts` and `oauth.ts` create it. */

export interface DeviceTables {
  device_sign_in: {
    /** SHA-256 of the device code, hexadecimal. */
    device_hash: string
    /** HMAC of the user code under the secret key of the service, hexadecimal. */
    user_code_hash: string
    state: 'pending' | 'approved' | 'used' | 'denied'
    client_name: string | null
    address: string | null
    created_at_ms: number
    expires_at_ms: number
    interval_seconds: number
    polled_at_ms: number | null
    account_id: string | null
    /** JSON: the request of an app; null for a sign-in that gives a key. */
    access: string | null
    /** Grant of an approved app. */
    grant_id: string | null
  }
}
