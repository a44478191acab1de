/** Mail as people receive it: units run low, a mail lies in the outbox, its link unsubscribes without signing in. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { header } from '../mail/mailbox.ts'
import { install } from '../support/service.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('an alert comes when units run low, and its link unsubscribes in one click or from chosen kinds', async () => {
  const metes = await install()
  const plansFile = join(metes.dataDir, 'plans.json')
  await writeFile(plansFile, '{"free":{"units_per_month":5,"calls_per_minute":null}}')
  const env = { PORT: '0', METES_PLANS_FILE: plansFile }
  const made = await metes.runHere(['admin', 'create-key', '--email', 'Ann@Example.org'], env)
  const key = { 'x-api-key': made.stdout.trim() }
  const server = metes.start(['serve'], env)
  try {
    const url = await server.seen(/"url":"(http[^"]+)"/)
    const preferences = async (change: object = {}) => {
      const response = await fetch(`${url}/v1/account/email-preferences`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const all = { product_updates: true, usage_alerts: true, feedback_updates: true }
    assert.deepEqual(await preferences(), { status: 200, body: { subscribed: true, kinds: all } })
    const unknown = await preferences({ kinds: { newsletter: true } })
    assert.equal(unknown.status, 400)
    assert.match(JSON.stringify(unknown.body.issues), /newsletter/)

    for (let call = 0; call < 4; call++) {
      assert.equal((await fetch(`${url}/v1/boundaries/iso:LU`, { headers: key })).status, 200)
    }
    const source = await readFile(await server.seen(/"kind":"usage_alerts","file":"([^"]+)"/), 'utf8')
    assert.equal(header(source, 'To'), 'ann@example.org')
    assert.equal(header(source, 'Subject'), '80 % of the units of this month are used')
    assert.equal(header(source, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    const { pathname, search } = new URL(header(source, 'List-Unsubscribe')!.slice(1, -1))
    const link = `${url}${pathname}${search}`

    const look = async () => (await fetch(link)).text()
    assert.match(await look(), /You receive <strong>usage alerts<\/strong>/)
    assert.equal((await preferences()).body.subscribed, true, 'looking changes nothing')

    const post = (body: string | FormData, headers: Record<string, string> = FORM) =>
      fetch(link, { method: 'POST', redirect: 'manual', body, headers })
    const oneClick = await post('List-Unsubscribe=One-Click')
    assert.equal(oneClick.status, 200)
    assert.match(await oneClick.text(), /no longer receive automated emails/)
    assert.deepEqual((await preferences()).body, { subscribed: false, kinds: all })

    const again = await post('choice=resubscribe')
    assert.equal(again.status, 303)
    assert.equal(again.headers.get('location'), `${pathname}${search}`)
    assert.deepEqual((await preferences()).body, { subscribed: true, kinds: all })

    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    assert.equal((await post(parts, {})).status, 200)
    assert.equal((await preferences()).body.subscribed, false)

    await post('choice=resubscribe')
    assert.equal((await post('choice=kind')).status, 303)
    assert.match(await look(), /You will no longer receive usage alerts/)
    const withoutAlerts = { subscribed: true, kinds: { ...all, usage_alerts: false } }
    assert.deepEqual((await preferences()).body, withoutAlerts)

    const forged = link.replace('usage_alerts', 'product_updates')
    for (const bad of [forged, `${url}/unsubscribe`, `${url}/unsubscribe?token=x`]) {
      assert.equal((await fetch(bad)).status, 400)
      assert.equal(
        (await fetch(bad, { method: 'POST', body: 'choice=everything', headers: FORM })).status,
        400,
      )
    }
    assert.deepEqual((await preferences()).body, withoutAlerts)
  } finally {
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
    await metes.remove()
  }
})
