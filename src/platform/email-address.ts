/** E-mail addresses as people write them, and which of them mail can be sent to. */

/** The address as accounts have it, whatever the case it is written in; null for what is no address. */
export const readEmailAddress = (written: string): string | null => {
  const address = written.trim().toLowerCase()
  return isEmailAddress(address) ? address : null
}

export const isEmailAddress = (text: string): boolean => ADDRESS.test(text)

/** Without the characters that end an address or a header, so that one address stays one (RFC 5322 §3.2.3); RFC 5321 §4.5.3.1. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,189}$/u

/**
 * Where mail to an address arrives, for counting: what stands behind a plus is a note of the mailbox's owner nearly everywhere
 * (RFC 5233 §1), and Gmail also passes over dots (https://support.google.com/mail/answer/7436150). Mail is sent to the address as it is.
 */
export const mailboxOf = (address: string): string => {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '') || name}@gmail.com` : `${name}@${domain}`
}

const GMAIL: readonly string[] = ['gmail.com', 'googlemail.com']
