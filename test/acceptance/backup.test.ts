/** Backups in folders: what they contain, what is refused, and what is left after failures and kills. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sha256 } from '../../src/util/sha256.ts'
import { openAt, rowsOf } from '../support/databases.ts'
import { killAll } from '../support/kill-all.ts'
import { installLarge } from '../support/large-installation.ts'
import { type Installation, install } from '../support/service.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const WRITER = fileURLToPath(new URL('../support/backup-writer-process.ts', import.meta.url))

const scratch = await mkdtemp(join(tmpdir(), 'metes-backup-test-'))
after(() => rm(scratch, { recursive: true, force: true }))

let names = 0
/** A path that does not exist. */
const fresh = (): string => join(scratch, `place-${names++}`)

/** Names and contents of everything in a folder; null if there is none. */
const contentOf = async (folder: string): Promise<Readonly<Record<string, string>> | null> => {
  if (!existsSync(folder)) return null
  const content: Record<string, string> = {}
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name)
    content[name] = (await stat(path)).isDirectory() ? 'folder' : sha256(await readFile(path))
  }
  return content
}

const accountsIn = async (folder: string): Promise<number> => {
  const [{ rows }] = (await count(folder, 'metes.db', 'account')) as readonly [{ readonly rows: number }]
  return rows
}

const count = (folder: string, file: string, table: string): Promise<readonly object[]> =>
  rowsOf(folder, file, `select count(*) as rows from ${table}`)

describe('a backup of a running service', { concurrency: 1 }, () => {
  let metes: Installation
  let apiKey: string
  let backup: string
  let exported: string
  before(async () => {
    metes = await install()
    const server = await metes.serve()
    try {
      apiKey = await metes.createKey()
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const post = async (path: string, body: object) => {
        const answer = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        assert.equal(answer.status, 200, await answer.clone().text())
        return answer.json() as Promise<Record<string, string>>
      }
      const { url } = await post('/v1/ops/export_boundary', { id: 'iso:LU', format: 'svg', detail: 'low' })
      exported = new URL(url).pathname
      await post('/v1/ops/report_issue', { title: 'A border is wrong', details: 'Look at it.' })
      backup = fresh()
      const { code, stderr } = await metes.run(['backup', '--to', backup])
      assert.equal(code, 0, stderr)
      assert.match(stderr, /^Backup of .*: 1 account, 1 key, .* 1 feedback item, .* no secret key\.$/m)
    } finally {
      await server.stop()
    }
  })
  after(() => metes.remove())

  test('it is verified, and restored into a directory that did not exist, where the service goes on', async () => {
    const verified = await metes.runHere(['backup', 'verify', backup])
    assert.equal(verified.code, 0, verified.stderr)
    const dataDir = join(fresh(), 'below', 'data')
    const restored = await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(restored.stderr, /The secret key is missing: before the first start, copy secret\.key/)
    await writeFile(join(dataDir, 'secret.key'), await readFile(join(metes.dataDir, 'secret.key')))
    const server = await metes.serve({ METES_DATA_DIR: dataDir })
    try {
      const account = await fetch(`${server.url}/v1/account`, { headers: { 'x-api-key': apiKey } })
      assert.equal(account.status, 200)
      assert.equal((await fetch(`${server.url}${exported}`)).status, 200)
      assert.equal((await fetch(`${server.url}/v1/feedback/1`)).status, 200)
    } finally {
      await server.stop()
    }
  })

  test('everything in it is private, and the folder is the backup itself', async () => {
    assert.equal((await stat(backup)).mode & 0o777, 0o700)
    for (const name of await readdir(backup, { recursive: true })) {
      const facts = await stat(join(backup, name))
      assert.equal(facts.mode & 0o777, facts.isDirectory() ? 0o700 : 0o600, name)
    }
    const top = await readdir(backup)
    for (const name of ['backup.json', 'metes.db', 'units.db', 'catalog.db', 'files'])
      assert.ok(top.includes(name), name)
    assert.ok(!top.includes('secret.key') && !top.some((name) => /-(wal|shm|journal)$/.test(name)))
  })

  test('the secret key is part of it on request only', async () => {
    const withKey = fresh()
    const { code, stderr } = await metes.runHere(['backup', '--to', withKey, '--with-secret-key'])
    assert.equal(code, 0, stderr)
    const dataDir = fresh()
    const restored = await metes.runHere(['restore', withKey], { METES_DATA_DIR: dataDir })
    assert.equal(restored.code, 0, restored.stderr)
    assert.doesNotMatch(restored.stderr, /secret key is missing/)
    assert.deepEqual(
      await readFile(join(dataDir, 'secret.key')),
      await readFile(join(metes.dataDir, 'secret.key')),
    )
  })

  test('a folder that is not empty, or has a backup, is refused', async () => {
    const again = await metes.runHere(['backup', '--to', backup])
    assert.equal(again.code, 1)
    assert.match(again.stderr, /already holds a backup\. Name a new folder/)
    const other = await metes.runHere(['backup', '--to', metes.dataDir])
    assert.equal(other.code, 1)
    assert.match(other.stderr, /Name a new folder/)
  })

  test('a folder in the data directory is refused, also by a link, and nothing is written', async () => {
    const link = fresh()
    await symlink(metes.dataDir, link)
    const content = await contentOf(metes.dataDir)
    for (const to of [metes.dataDir, join(metes.dataDir, 'backups', 'one'), link, join(link, 'one')]) {
      const { code, stderr } = await metes.runHere(['backup', '--to', to])
      assert.equal(code, 1, to)
      assert.match(stderr, /is (?:in )?the data directory .*\. Name a new folder outside of it/, to)
    }
    assert.deepEqual(await contentOf(metes.dataDir), content)
  })

  test('a folder beside the data directory is not in it, whatever its name', async () => {
    const beside = await install()
    try {
      await beside.createKey()
      const to = `${beside.dataDir}-backup`
      const { code, stderr } = await beside.runHere(['backup', '--to', to])
      await rm(to, { recursive: true, force: true })
      assert.equal(code, 0, stderr)
    } finally {
      await beside.remove()
    }
  })

  test('a restored catalog is another one for caches: its version numbers begin anew', async () => {
    const dataDir = fresh()
    await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
    const query = `select value from meta where name = 'store'`
    assert.notDeepEqual(await rowsOf(dataDir, 'catalog.db', query), await rowsOf(backup, 'catalog.db', query))
  })

  test('a restore is refused, without a trace, if any byte of any file has changed', async () => {
    const files = (await readdir(backup, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    assert.ok(files.length >= 6)
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      const undo = await flipByte(path)
      try {
        const dataDir = fresh()
        const { code, stderr } = await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
        assert.equal(code, 1, name)
        assert.match(stderr, /Use another backup\.$/m, name)
        assert.equal(await contentOf(dataDir), null, name)
        assert.equal((await metes.runHere(['backup', 'verify', backup])).code, 1, name)
      } finally {
        await undo()
      }
    }
    assert.equal((await metes.runHere(['backup', 'verify', backup])).code, 0)
  })

  test('half a backup is refused: without its manifest, and without a file', async () => {
    for (const [missing, sentence] of [
      ['backup.json', /holds no complete backup: backup\.json, which is written last, is missing/],
      ['units.db', /units\.db is missing in .*: the backup is not complete\. Use another backup\./],
    ] as const) {
      const bytes = await readFile(join(backup, missing))
      await rm(join(backup, missing))
      try {
        const dataDir = fresh()
        const { code, stderr } = await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
        assert.equal(code, 1)
        assert.match(stderr, sentence)
        assert.equal(await contentOf(dataDir), null)
      } finally {
        await writeFile(join(backup, missing), bytes)
      }
    }
  })

  test('a newer format and a newer schema are refused with the version to install', async () => {
    const path = join(backup, 'backup.json')
    const text = await readFile(path, 'utf8')
    const { sha256: _, ...manifest } = JSON.parse(text)
    const newer = [
      { ...manifest, format: 2, metes: '9.0.0', unknown: true },
      { ...manifest, metes: '9.0.0', schemas: { ...manifest.schemas, accounts: 999 } },
    ]
    try {
      for (const changed of newer) {
        await writeFile(path, JSON.stringify({ ...changed, sha256: sha256(JSON.stringify(changed)) }))
        const dataDir = fresh()
        const { code, stderr } = await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
        assert.equal(code, 1)
        assert.match(stderr, /It was made by Metes 9\.0\.0: install that version or a later one\.$/m)
        assert.equal(await contentOf(dataDir), null)
      }
    } finally {
      await writeFile(path, text)
    }
  })

  test('a directory that holds data is refused, and replaced with --force', async () => {
    const other = await install()
    try {
      const otherKey = await other.createKey({}, 'other@example.org')
      const live = await other.start(['admin', 'create-key', '--email', 'x@example.org']).ended
      assert.equal(live.code, 0)
      await mkdir(join(other.dataDir, 'files'))
      await writeFile(join(other.dataDir, 'files', 'old'), '')
      const content = await contentOf(other.dataDir)
      const refused = await other.runHere(['restore', backup])
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /already holds data \(files, metes\.db.*\)\. .* --force\.$/m)
      assert.deepEqual(await contentOf(other.dataDir), content)
      const forced = await other.runHere(['restore', backup, '--force'])
      assert.equal(forced.code, 0, forced.stderr)
      const storage = await openAt(other.dataDir)
      try {
        assert.equal(await storage.keys.findKey(sha256(otherKey)), null)
        assert.notEqual(await storage.keys.findKey(sha256(apiKey)), null)
      } finally {
        await storage.close()
      }
      assert.ok(!existsSync(join(other.dataDir, 'files', 'old')))
    } finally {
      await other.remove()
    }
  })

  test('a running server is never replaced, not even with --force', async () => {
    const server = await metes.serve()
    try {
      for (const force of [[], ['--force']]) {
        const { code, stderr } = await metes.runHere(['restore', backup, ...force])
        assert.equal(code, 1)
        assert.match(
          stderr,
          /A server or another command uses the data in .*\. Stop it, then run the restore again\.$/m,
        )
      }
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    } finally {
      assert.equal(await server.stop(), 0)
    }
    const { code, stderr } = await metes.runHere(['restore', backup, '--force'])
    assert.equal(code, 0, stderr)
  })

  test('a damaged database is replaced', async () => {
    const dataDir = fresh()
    await metes.runHere(['restore', backup], { METES_DATA_DIR: dataDir })
    await writeFile(join(dataDir, 'metes.db'), 'no database at all')
    const { code, stderr } = await metes.runHere(['restore', backup, '--force'], { METES_DATA_DIR: dataDir })
    assert.equal(code, 0, stderr)
    assert.deepEqual(await count(dataDir, 'metes.db', 'account'), [{ rows: 1 }])
  })
})

/** Changes one bit in the middle; returns what changes it back. */
const flipByte = async (path: string): Promise<() => Promise<void>> => {
  const flip = async () => {
    const file = await open(path, 'r+')
    const at = Math.floor((await file.stat()).size / 2)
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
    await file.write(Buffer.of(buffer[0] ^ 1), 0, 1, at)
    await file.close()
  }
  await flip()
  return flip
}

test('a data directory without data is nothing to back up', async () => {
  const metes = await install()
  try {
    const to = fresh()
    const { code, stderr } = await metes.runHere(['backup', '--to', to])
    assert.equal(code, 1)
    assert.match(stderr, /has no data of Metes, so there is nothing to back up\. Set METES_DATA_DIR/)
    assert.equal(await contentOf(to), null)
    assert.equal((await metes.runHere(['backup'])).code, 2)
    assert.equal((await metes.runHere(['backup', '--to', ''])).code, 2)
    const bare = await metes.runHere(['backup', '/backups/one'])
    assert.equal(bare.code, 2)
    assert.match(bare.stderr, /Write a backup there with "backup --to \/backups\/one"/)
    assert.equal((await metes.runHere(['backup', '--schedule'])).code, 2)
  } finally {
    await metes.remove()
  }
})

test('a backup of a service whose exported files are in a bucket says that it leaves them out', async () => {
  const metes = await install()
  try {
    await metes.createKey()
    const env = { METES_FILES_URL: 's3://key:secret@files.example.org/exported?region=eu' }
    const { code, stderr } = await metes.runHere(['backup', '--to', fresh()], env)
    assert.equal(code, 0, stderr)
    assert.match(
      stderr,
      /^Exported files are in the bucket of METES_FILES_URL .*: back up that bucket, too\.$/m,
    )
  } finally {
    await metes.remove()
  }
})

test('while two processes write, each backup shows one moment over all databases', async () => {
  const metes = await install()
  const writers = ['a', 'b'].map((name) =>
    spawn(process.execPath, [WRITER, metes.dataDir, name], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  try {
    await Promise.all(writers.map(({ stdout }) => once(stdout, 'data')))
    let seen = 0
    for (let round = 0; round < 5; round++) {
      while ((await accountsIn(metes.dataDir)) <= seen) await tick()
      const to = fresh()
      const { code, stderr } = await metes.runHere(['backup', '--to', to])
      assert.equal(code, 0, stderr)
      const database = new DatabaseSync(join(to, 'metes.db'))
      database.exec(`attach '${join(to, 'units.db')}' as units`)
      const broken = database
        .prepare(
          `select 'a call of no account' as fault, account_id as id from units.usage_day where account_id not in (select id from account)
           union all
           select 'a note of no call', name from service_secret
             where name <> 'secret key' and name not in (select account_id from units.usage_day)`,
        )
        .all()
      const rows = Number(database.prepare('select count(*) as rows from account').get()?.rows)
      database.close()
      assert.deepEqual(broken, [])
      assert.ok(rows > seen, 'the processes wrote on')
      seen = rows
      assert.equal((await metes.runHere(['backup', 'verify', to])).code, 0)
    }
  } finally {
    await killAll(writers)
    await metes.remove()
  }
})

/** Enough to be killed in the middle of it. */
const FILLER_BYTES = 64 * 1024 * 1024

interface Midway {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly isMidway: () => Promise<boolean>
}

/** Ends a command in the middle of its work; on a busy machine one may have ended by itself, and the next is tried. */
const endMidway = async (
  metes: Installation,
  signal: 'SIGKILL' | 'SIGINT',
  next: () => Midway,
): Promise<number | null> => {
  for (;;) {
    const { args, env = {}, isMidway } = next()
    const command = metes.start(args, env)
    let hasEnded = false
    void command.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded && !(await isMidway())) await tick()
    command.kill(signal)
    const { code, stderr } = await command.ended
    if (code !== 0) return code
    assert.match(stderr, /^(?:Wrote|Restored) /m)
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

test('a backup and a restore that are killed leave nothing that passes for whole', async () => {
  const metes = await installLarge(FILLER_BYTES)
  try {
    let to = ''
    const killedBackup = await endMidway(metes, 'SIGKILL', () => {
      to = fresh()
      return {
        args: ['backup', '--to', to],
        isMidway: async () => (await sizeOf(join(to, 'catalog.db'))) > 0,
      }
    })
    assert.equal(killedBackup, null)
    const verified = await metes.runHere(['backup', 'verify', to])
    assert.equal(verified.code, 1)
    assert.match(verified.stderr, /holds no complete backup/)
    let dataDir = fresh()
    assert.equal((await metes.runHere(['restore', to], { METES_DATA_DIR: dataDir })).code, 1)
    assert.equal(await contentOf(dataDir), null)
    const again = await metes.runHere(['backup', '--to', to])
    assert.equal(again.code, 1)
    assert.match(again.stderr, /holds an incomplete backup, .* Delete it, or name a new folder\.$/m)

    const whole = fresh()
    assert.equal((await metes.runHere(['backup', '--to', whole])).code, 0)
    const staged = async () => {
      const [folder = ''] = (await readdir(dataDir).catch(() => [])).filter((name) =>
        name.startsWith('metes-'),
      )
      return (await sizeOf(join(dataDir, folder, 'catalog.db'))) > 0
    }
    const killedRestore = await endMidway(metes, 'SIGKILL', () => {
      dataDir = fresh()
      return { args: ['restore', whole], env: { METES_DATA_DIR: dataDir }, isMidway: staged }
    })
    assert.equal(killedRestore, null)
    assert.ok(!existsSync(join(dataDir, 'metes.db')), 'nothing was restored')
    const restored = await metes.runHere(['restore', whole], { METES_DATA_DIR: dataDir })
    assert.equal(restored.code, 0, restored.stderr)
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.startsWith('metes-')),
      [],
      'what the killed one left is deleted',
    )
    assert.deepEqual(await count(dataDir, 'metes.db', 'account'), [{ rows: 1 }])
  } finally {
    await metes.remove()
  }
})

test('an interrupted backup deletes what it has written', async () => {
  const metes = await installLarge(FILLER_BYTES)
  try {
    let to = ''
    const code = await endMidway(metes, 'SIGINT', () => {
      to = join(fresh(), 'below')
      return {
        args: ['backup', '--to', to],
        isMidway: async () => (await sizeOf(join(to, 'catalog.db'))) > 0,
      }
    })
    assert.equal(code, 130)
    assert.ok(!existsSync(join(to, '..')))
  } finally {
    await metes.remove()
  }
})

/** In a namespace of its own, where a small disk is mounted; its files are listed at the end. */
const onSmallDisk = (small: string, megabytes: number, command: string, dataDir: string) => {
  const script = `mkdir -p ${small} && mount -t tmpfs -o size=${megabytes}m tmpfs ${small} && { ${command}; code=$?; ls -A ${small}; exit $code; }`
  return spawnSync('unshare', ['--mount', 'bash', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, METES_DATA_DIR: dataDir, NO_COLOR: '1' },
  })
}

const skip = onSmallDisk(fresh(), 1, 'true', scratch).status !== 0 && 'this user cannot mount a disk'

describe('on a full disk', { skip, concurrency: 1 }, () => {
  let metes: Installation
  before(async () => {
    metes = await installLarge(FILLER_BYTES)
  })
  after(() => metes.remove())

  test('a backup that does not fit is refused before it begins', () => {
    const small = fresh()
    const command = `${process.execPath} ${METES} backup --to ${small}/backup`
    const { status, stdout, stderr } = onSmallDisk(small, 8, command, metes.dataDir)
    assert.equal(status, 1)
    assert.match(
      stderr,
      /The backup needs about \d+\.\d MB, and the disk of .* has \d.* free\. Free some space/,
    )
    assert.equal(stdout, '')
  })

  test('a disk that fills during a backup ends it in a sentence, and nothing of it is left', () => {
    const attempt = () => {
      const small = fresh()
      // Another program takes the space once the backup has begun.
      const command = `${process.execPath} ${METES} backup --to ${small}/backup & until [ -s ${small}/backup/metes.db ]; do :; done; kill -STOP $!; cat /dev/zero > ${small}/filler; kill -CONT $!; wait $!; code=$?; rm -r ${small}/filler; (exit $code)`
      return onSmallDisk(small, 90, command, metes.dataDir)
    }
    // On a busy machine the backup may have ended before.
    let ended = attempt()
    while (ended.status === 0) ended = attempt()
    const { status, stdout, stderr } = ended
    assert.equal(status, 1, stderr)
    assert.match(stderr, /The backup to .* was stopped, because no space is left there/)
    assert.equal(stdout, '')
  })

  test('a restore onto a disk that is too small is refused, and nothing is left', async () => {
    const to = fresh()
    assert.equal((await metes.runHere(['backup', '--to', to])).code, 0)
    const small = fresh()
    const command = `METES_DATA_DIR=${small}/data ${process.execPath} ${METES} restore ${to}`
    const { status, stdout, stderr } = onSmallDisk(small, 8, command, metes.dataDir)
    assert.equal(status, 1)
    assert.match(
      stderr,
      /The backup needs \d+\.\d MB in .*, whose disk has .* free\. Free some space first\./,
    )
    assert.equal(stdout, '')
  })
})
