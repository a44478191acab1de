/** The progress of an import in one line. */

import type { ImportProgress } from '../../../domain/catalog/import-report.ts'
import { counted } from '../../../util/counted.ts'
import { bytesText, durationText } from '../terminal/progress-display.ts'

const PHASES: Readonly<Record<ImportProgress['phase'], string>> = {
  reading: 'Reading',
  assembling: 'Assembling borders',
  placing: 'Finding parents',
  storing: 'Storing',
  tiles: 'Preparing tiles',
}

export const importProgressText = (progress: ImportProgress, elapsedMs: number): string => {
  return [PHASES[progress.phase], ...progressFacts(progress, elapsedMs)].join(' · ')
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
    `${Math.floor((bytesRead / Math.max(1, bytesTotal)) * 100)} %`,
    `${bytesText(bytesRead)} of ${bytesText(bytesTotal)}`,
    counted(elements, 'element'),
    `${bytesText(bytesPerSecond)}/s`,
    ...(bytesPerSecond > 0 ? [`${durationText((bytesTotal - bytesRead) / bytesPerSecond)} left`] : []),
  ]
}
