/**
 * Lists known advisories about the packages that run in the service: `npm run advisories`. Fails from severity high on. An unreachable
 * registry is not a failure, because a check must not depend on the network; it is reported, so that nobody mistakes it for a clean result.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
  timeout: 60_000,
})

interface Report {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
  readonly message?: string
}

const parse = (text: string): Report => {
  try {
    return JSON.parse(text)
  } catch {
    return { message: 'npm audit gave no answer' }
  }
}

const report = parse(stdout)
if (report.metadata === undefined) {
  console.log(
    `! dependencies NOT CHECKED for advisories: ${report.message ?? 'the registry has no audit endpoint'}`,
  )
} else {
  const { high = 0, critical = 0, total = 0 } = report.metadata.vulnerabilities
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities ?? {})) {
    console.log(`${severity}: ${name} ${range}`)
  }
  console.log(
    `${high + critical === 0 ? '✓' : '✗'} dependencies: ${total} advisories, ${high + critical} of them high`,
  )
  if (high + critical > 0) process.exitCode = 1
}
