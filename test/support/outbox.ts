/** Mails that the service wrote into the outbox of its data directory. */
import { mkdir, readdir, readFile, watch } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest mail of that kind to that address, decoded, once there are so many. */
export const mailTo = async (dataDir: string, email: string, kind: string, count = 1): Promise<string> => {
  const directory = join(dataDir, 'outbox')
  await mkdir(directory, { recursive: true })
  const ended = new AbortController()
  const changes = watch(directory, { signal: ended.signal })
  // Watched before it is read, so that nothing comes between the two.
  let change = changes.next()
  let mail = await newest(directory, email, kind, count)
  while (mail === null) {
    await change
    change = changes.next()
    mail = await newest(directory, email, kind, count)
  }
  // The change that is still awaited ends with it.
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
  const found: string[] = []
  const names = (await readdir(directory)).filter(
    (name) => name.endsWith('.eml') && name.includes(`-${kind}-`),
  )
  for (const name of names.sort()) {
    const mail = decoded(await readFile(join(directory, name), 'latin1'))
    if (mail.split(/\r?\n/).includes(`To: ${email}`)) found.push(mail)
  }
  return found.length < count ? null : (found.at(-1) ?? null)
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

/** The way out that a mail names, without the address of the service. */
export const unsubscribePathOf = (mail: string): string =>
  String(/http:\/\/[^/\s]+(\/unsubscribe\?token=[\w.~%-]+)/.exec(mail)?.[1])
