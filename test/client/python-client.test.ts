/** The Python client: its tests run in Python, against the service and against made-up answers. */
import { after, before, describe, test } from 'node:test'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type AtlasService, startAtlasService } from '../registry/atlas-service.ts'
import { succeed } from '../support/packed.ts'
import { isRequired } from '../support/required.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Debian's own, even if another Python is first on the path. */
const PYTHON = process.env.PY ?? '/usr/bin/python3'
const skip = !isRequired('python') && !existsSync(PYTHON) && `${PYTHON} is not installed`

describe('the Python client', { skip }, () => {
  let service: AtlasService
  before(async () => {
    service = await startAtlasService()
  })
  after(() => service.close())

  for (const file of ['test_service.py'])
    test(file, async () => {
      const {text} = await succeed(PYTHON, [`test/client/python/${file}`, '-v'], {
        cwd: ROOT,
        env: {
          PYTHONPATH: 'clients/python',
          PYTHONDONTWRITEBYTECODE: '1',
          METES_SERVER: service.url,
          METES_API_KEY: service.key,
        },
      })
      console.log(text)
    })
})
