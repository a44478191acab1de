/** A browser without scripts, as far as the pages need one: cookies, forms and their hidden fields, redirects. */
import assert from 'node:assert/strict'
import { ask } from '../http/raw.ts'

export interface Shown {
  readonly status: number
  readonly path: string
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string
  #shown: Shown | null = null

  constructor(url: string) {
    this.#url = url
  }

  open(path: string): Promise<Shown> {
    return this.#send('GET', path)
  }

  /** Submits the form with this action on the current page. */
  submit(action: string, fields: Readonly<Record<string, string>> = {}): Promise<Shown> {
    const form = [
      ...String(this.#shown?.text).matchAll(/<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/gs),
    ].find(
      ([, named, inside]) =>
        named === action && Object.entries(fields).every(([name]) => inside.includes(`name="${name}"`)),
    )
    assert.ok(form, `There is no form ${action} with ${Object.keys(fields)} on ${this.#shown?.path}.`)
    const hidden = [...form[2].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const body = new URLSearchParams(
      Object.fromEntries(hidden.map(([, name, value]) => [name, value.replaceAll('&amp;', '&')])),
    )
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return this.#send('POST', action, body.toString())
  }

  async #send(method: string, path: string, body?: string): Promise<Shown> {
    const answer = await ask(`${this.#url}${path}`, {
      method,
      body,
      headers: {
        accept: 'text/html',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const { status, headers } = answer
    // A redirect to another site ends the walk: it is in the headers.
    const target = String(headers.location)
    if (status === 303 && target.startsWith('/')) return this.#send('GET', target)
    this.#shown = { status, path, text: answer.body.toString(), headers }
    return this.#shown
  }
}
