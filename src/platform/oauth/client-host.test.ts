import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientHost } from './client-host.ts'

test('only the address of a metadata document names a host', () => {
  assert.equal(clientHost('https://app.example:8443/client.json'), 'app.example:8443')
  for (const id of [
    'app://bank.example',
    'ftp://bank.example',
    'http://bank.example',
    'a laptop',
    'https://',
  ])
    assert.equal(clientHost(id), null, id)
})
