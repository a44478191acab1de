import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userDirectory } from './user-directory.ts'

const WINDOWS = {
  APPDATA: 'C:\\Users\\Ann\\AppData\\Roaming',
  LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local',
}

for (const platform of ['linux', 'darwin'] as const)
  test(`caches and sign-ins are where the user keeps them (${platform})`, () => {
    for (const [env, cache, config] of [
      [{ HOME: '/home/ann' }, '/home/ann/.cache/metes', '/home/ann/.config/metes'],
      [
        { HOME: '/home/ann', XDG_CACHE_HOME: '/var/cache/ann', XDG_CONFIG_HOME: '/srv/ann' },
        '/var/cache/ann/metes',
        '/srv/ann/metes',
      ],
      [
        { HOME: '/home/ann', XDG_CACHE_HOME: 'caches', XDG_CONFIG_HOME: 'config' },
        '/home/ann/.cache/metes',
        '/home/ann/.config/metes',
      ],
      [{ HOME: '' }, null, null],
      [{}, null, null],
    ] as const) {
      assert.equal(userDirectory('cache', env, platform), cache)
      assert.equal(userDirectory('config', env, platform), config)
    }
  })

test('on Windows all shells find the same caches and sign-ins, in AppData', () => {
  for (const env of [WINDOWS, { ...WINDOWS, HOME: 'C:\\Users\\Ann' }]) {
    assert.equal(userDirectory('cache', env, 'win32'), 'C:\\Users\\Ann\\AppData\\Local\\metes')
    assert.equal(userDirectory('config', env, 'win32'), 'C:\\Users\\Ann\\AppData\\Roaming\\metes')
  }
  assert.equal(
    userDirectory('cache', { ...WINDOWS, XDG_CACHE_HOME: 'D:\\cache' }, 'win32'),
    'D:\\cache\\metes',
  )
  assert.equal(userDirectory('cache', { HOME: 'C:\\Users\\Ann' }, 'win32'), 'C:\\Users\\Ann\\.cache\\metes')
  assert.equal(userDirectory('cache', {}, 'win32'), null)
})
