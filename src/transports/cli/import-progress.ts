/** The progress of an import in one line. */
import { counted } from '../../util/counted.ts'
import type { ImportProgress } from './host.ts'
import { bytesText, durationText } from './progress-display.ts'

const PHASES: Readonly<Record<ImportProgress['phase'], string>> = {
  reading: 'Reading',
  assembling: 'Assembling borders',
  placing: 'Finding parents',
  storing: 'Storing',
}

export const importProgressText = (progress: ImportProgress, elapsedMs: number): string => {
  const facts =
    progress.phase === 'reading'
      ? readingFacts(progress, elapsedMs)
      : [counted(progress.boundaries, 'boundary', 'boundaries')]
  return [PHASES[progress.phase], ...facts].join(' · ')
}

/** Only the reading phase knows its total. */
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
