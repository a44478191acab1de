/** Mails that the service wrote into the outbox of its data directory. */
import { mkdir, readdir, readFile, stat, watch } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest mail of this kind to this address, decoded, once there are this many. */
export const mailTo = async (dataDir: string, email: string, kind: string, count = 1): Promise<string> => {
  const directory = join(dataDir, 'outbox')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const ended = new AbortController()
  const changes = watch(directory, { signal: ended.signal })
  // Watched before it is read, so that no mail is missed in between.
  let change = changes.next()
  let mail = await newest(directory, email, kind, count)
  while (mail === null) {
    await change
    change = changes.next()
    mail = await newest(directory, email, kind, count)
  }
  // Closes the pending watch with it.
  change.catch(() => {})
  ended.abort()
  return mail
}

const newest = async (
  directory: string,
  email: string,
  kind: string,
  count: number,
): Promise<string | null> => {
  const found: { readonly mail: string; readonly writtenNs: bigint }[] = []
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.eml') || !name.includes(`-${kind}-`)) continue
    const file = join(directory, name)
    const mail = decoded(await readFile(file, 'latin1'))
    if (!mail.split(/\r?\n/).includes(`To: ${email}`)) continue
    // Names sort by the second only, and a test may request two mails in one.
    found.push({ mail, writtenNs: (await stat(file, { bigint: true })).mtimeNs })
  }
  found.sort((a, b) => (a.writtenNs < b.writtenNs ? -1 : 1))
  return found.length < count ? null : (found.at(-1)?.mail ?? null)
}

/** Quoted-printable (RFC 2045 §6.7), enough for addresses and codes. */
const decoded = (mail: string): string =>
  mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The code that a sign-in mail has, and its link without the address of the service. */
export const signInOf = (mail: string): { readonly code: string; readonly link: string } => ({
  code: String(/\b[A-Z]{4}-[A-Z]{4}\b/.exec(mail)?.[0]),
  link: String(/http:\/\/[^/]+(\/sign-in\/link\S+)/.exec(mail)?.[1]),
})

/** The unsubscribe link of a mail, without the address of the service. */
export const unsubscribePathOf = (mail: string): string =>
  String(/http:\/\/[^/\s]+(\/unsubscribe\?token=[\w.~%-]+)/.exec(mail)?.[1])
