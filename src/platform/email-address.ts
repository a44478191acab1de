/** Parses and checks email addresses. */

/** Returns the address in lower case, as accounts store it; null for an invalid address. */
export const readEmailAddress = (written: string): string | null => {
  const address = written.trim().toLowerCase()
  return isEmailAddress(address) ? address : null
}

export const isEmailAddress = (text: string): boolean => ADDRESS.test(text)

/** Excludes the characters that end an address or a header (RFC 5322 §3.2.3); lengths by RFC 5321 §4.5.3.1. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,189}$/u

/**
 * Returns the mailbox of an address, for rate limits: nearly all servers ignore the part after a plus (RFC 5233 §1), and
 * Gmail also ignores dots (https://support.google.com/mail/answer/7436150). Mail is sent to the address as written.
 */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '') || name}@gmail.com` : `${name}@${domain}`
}

const GMAIL: readonly string[] = ['gmail.com', 'googlemail.com']
