/** The Python client. Its tests run in Python, in `test/client/python/`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { succeed } from '../support/installed-package.ts'
import { isRequired } from '../support/required.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CLIENT = join(ROOT, 'clients/python')
const TESTS = join(ROOT, 'test/client/python')
/** Debian's own, even if another Python is first on the path. */
const PYTHON = '/usr/bin/python3'
const PACKAGES = '/usr/lib/python3/dist-packages'

const missing = (name: string, path: string): string | false =>
  !isRequired(name) && !existsSync(path) && `${path} is not installed`

/** As people have the client who do not install it. */
const ENVIRONMENT = { PYTHONPATH: CLIENT, MYPYPATH: CLIENT, PYTHONDONTWRITEBYTECODE: '1' }
const python = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { stdout } = await succeed(PYTHON, args, { cwd: TESTS, env: { ...ENVIRONMENT, ...env } })
  return stdout
}

describe('the Python client', { skip: missing('python', PYTHON) }, () => {
  test('sends, retries and refuses as the client in TypeScript does', async () => {
    await python(['test_calls.py'])
  })

  test('is written for Python 3.9', async () => {
    const files = (await readdir(CLIENT, { recursive: true })).filter((path) => path.endsWith('.py'))
    assert.ok(files.length > 7)
    await python([
      '-c',
      'import ast, sys; [ast.parse(open(path, "rb").read(), feature_version=(3, 9)) for path in sys.argv[1:]]',
      ...files.map((path) => join(CLIENT, path)),
    ])
  })

  test('has types that mypy accepts, and that refuse wrong calls', {
    skip: missing('mypy', `${PACKAGES}/mypy`),
  }, async () => {
    await python([
      ...['-m', 'mypy', '--strict', '--cache-dir', '/dev/null', '--python-version', '3.9'],
      ...[join(CLIENT, 'metes_client'), join(CLIENT, 'build_backend.py'), 'typed_calls.py'],
    ])
  })

  test('has documents whose programs mypy accepts', {
    skip: missing('mypy', `${PACKAGES}/mypy`),
  }, async () => {
    await python(['test_types_of_documents.py'])
  })

  test('is installed by pip without a network, with its types and its version', {
    skip: missing('python', `${PACKAGES}/pip`),
  }, async () => {
    const target = await mkdtemp(join(tmpdir(), 'metes-python-'))
    try {
      const options = ['--no-index', '--no-cache-dir', '--disable-pip-version-check', '--target', target]
      await python(['-m', 'pip', 'install', ...options, CLIENT])
      const shown = await python(
        [
          '-c',
          'import importlib.metadata as m, metes_client; print(m.version("metes-client"), metes_client.__version__, metes_client.__file__)',
        ],
        { PYTHONPATH: target },
      )
      const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
      assert.equal(shown.trim(), `${version} ${version} ${target}/metes_client/__init__.py`)
      for (const path of ['metes_client/py.typed', `metes_client-${version}.dist-info/licenses/LICENSE`])
        assert.ok(existsSync(join(target, path)), path)
    } finally {
      await rm(target, { recursive: true })
    }
  })

  describe('against the service', () => {
    let service: AtlasService
    let env: Readonly<Record<string, string>>
    before(async () => {
      service = await startAtlasService()
      env = { METES_SERVER: service.url, METES_API_KEY: service.key }
    })
    after(() => service.close())

    test('answers each call that the reference shows, with the declared types', async () => {
      await python(['test_service.py'], env)
    })

    test('gives the answers that its documents show', async () => {
      await python(['test_documents.py'], env)
    })

    test('gives geopandas what it reads', {
      skip: missing('geopandas', `${PACKAGES}/geopandas`),
    }, async () => {
      await python(['test_geopandas.py'], env)
    })
  })
})
