/** The table of device sign-ins, the same in both databases. `migrations/device-sign-in.ts` makes it. */

export interface DeviceTables {
  device_sign_in: {
    /** SHA-256 of the device code, hexadecimal. */
    device_hash: string
    user_code: string
    state: 'pending' | 'approved' | 'used' | 'denied'
    client_name: string | null
    address: string | null
    created_at_ms: number
    expires_at_ms: number
    interval_seconds: number
    polled_at_ms: number | null
    account_id: string | null
  }
}
