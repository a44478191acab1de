/** The progress of an import in one line. */

import type { ImportProgress } from '../../../domain/catalog/import-report.ts'
import type { DownloadProgress } from '../../../domain/catalog/remote-extracts.ts'
import { counted } from '../../../util/count-with-noun.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'

const PHASES: Readonly<Record<ImportProgress['phase'], string>> = {
  reading: 'Reading',
  assembling: 'Assembling borders',
  placing: 'Finding parents',
  storing: 'Storing',
  tiles: 'Preparing tiles',
}

/** Returns the text of each step; the time of a download does not count for what follows it. */
export const createImportProgressText = () => {
  let downloadMs = 0
  return (progress: ImportProgress | DownloadProgress, elapsedMs: number): string => {
    if ('bytesDone' in progress) {
      if (progress.phase === 'waiting') return 'Waiting for another process that downloads the same file'
      downloadMs = elapsedMs
      return ['Downloading', ...downloadFacts(progress, elapsedMs)].join(' · ')
    }
    return [PHASES[progress.phase], ...progressFacts(progress, elapsedMs - downloadMs)].join(' · ')
  }
}

const downloadFacts = (
  { bytesDone, bytesResumed, bytesTotal }: DownloadProgress,
  elapsedMs: number,
): readonly string[] => {
  const bytesPerSecond = ((bytesDone - bytesResumed) / Math.max(1, elapsedMs)) * 1000
  const rate = `${bytesText(bytesPerSecond)}/s`
  if (bytesTotal === null) return [bytesText(bytesDone), rate]
  return [...shareFacts(bytesDone, bytesTotal), rate, ...leftFacts(bytesTotal - bytesDone, bytesPerSecond)]
}

const progressFacts = (progress: ImportProgress, elapsedMs: number): readonly string[] => {
  if (progress.phase === 'reading') return readingFacts(progress, elapsedMs)
  if (progress.phase === 'tiles') return [`${progress.blocksDone} of ${counted(progress.blocks, 'block')}`]
  return [counted(progress.boundaries, 'boundary', 'boundaries')]
}

const readingFacts = (
  { bytesRead, bytesTotal, elements }: ImportProgress,
  elapsedMs: number,
): readonly string[] => {
  const bytesPerSecond = (bytesRead / Math.max(1, elapsedMs)) * 1000
  return [
    ...shareFacts(bytesRead, bytesTotal),
    counted(elements, 'element'),
    `${bytesText(bytesPerSecond)}/s`,
    ...leftFacts(bytesTotal - bytesRead, bytesPerSecond),
  ]
}

const shareFacts = (done: number, total: number): readonly string[] => [
  `${Math.floor((done / Math.max(1, total)) * 100)} %`,
  `${bytesText(done)} of ${bytesText(total)}`,
]

const leftFacts = (bytes: number, bytesPerSecond: number): readonly string[] =>
  bytesPerSecond > 0 ? [`${durationText(bytes / bytesPerSecond)} left`] : []
