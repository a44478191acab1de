/** Version of the interface: what `/v1` promises. */
export const API_VERSION = '1.0.0'
