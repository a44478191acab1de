/** Detects loopback addresses, which need no encryption. */

/** `host` is the host of a URL or a listen address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3; URLs write IPv6 in brackets. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i
