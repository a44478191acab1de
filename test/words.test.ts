/** Things that have a standard term are called by it everywhere: GLOSSARY.md says where each comes from. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

/** Names that were used for the idea, and the term. */
const TERMS: readonly (readonly [used: RegExp, term: string])[] = [
  [/\bKeyedCall\b|\btakeTurn\b/, 'idempotency key, beginIdempotentCall'],
  [
    /\bDeferral\b|\bJobOrder\b|\bBelongings\b|\bhandOver\b|\bletGo\b/,
    'async response, JobSpec, JobResources',
  ],
  [/\bReadyBod(?:y|ies)\b/, 'EncodedBody, ResponseCache'],
  [/\bWrittenInput\b/, 'RawInput'],
  [/\bgiveWay\b|\bgivingWay\b|\binTurns\b/, 'yieldToEventLoop'],
  [/\bwriteWhole\b/, 'writeFileAtomic'],
  [/\bnearMiss\b|near-miss/, 'suggest'],
  [/\b[a-z]\w*Attempts\b/, 'RateLimitStore, rateLimits'],
  [/\bKeyWish\b|\bMinting\b/, 'NewKeyRequest, KeyDeps'],
  [/\bflavours?\b/i, 'dialect'],
  [/\bfreeOfTheDead\b|\bsettleTexts\b|\btidyUp\b/, 'reclaimOrphanedHolds, optimizeIndex, maintain'],
  [/\bfarewell\b|\bforPeople\b|\bisHeld\b|\bheldTag\b/, 'rejectConnection, servesHtml, matchIfNoneMatch'],
  [/\bpointInside\b|\blotOf\b|\buntangled?\b/, 'pointOnSurface, hash01, repairCrossings'],
  [/\b(?:MOST|LEAST|LONGEST)_/, 'MAX_, MIN_'],
  [/whole or not at all/i, 'atomically'],
  [/\bwhoever\b/i, 'the person or caller'],
  [/\bwithout a trace\b|\bbegun thousands?\b/, 'rolls back, rounded up'],
]

const texts = execFileSync('git', ['ls-files', 'src', 'docs', 'bench', 'scripts', 'examples', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:ts|js|md|css|html)$/.test(path))

test('no private word stands where the field has a term', () => {
  assert.ok(texts.length > 1_000)
  const found = texts.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        TERMS.filter(([used]) => used.test(line)).map(
          ([used, term]) => `${path}:${index + 1}: ${used.exec(line)?.[0]} → ${term}`,
        ),
      ),
  )
  assert.deepEqual(found, [])
})
