/** Reads the text format of Prometheus 0.0.4, as a collector does: https://prometheus.io/docs/instrumenting/exposition_formats/. */

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** @throws Error for a line that is neither a sample nor a comment */
export const readSamples = (text: string): readonly Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (found === null) throw new Error(`Not a sample: ${line}`)
      const [, name, labels = '', value] = found
      if (!/^(?:[+-]?\d[\d.e+-]*|[+-]Inf)$/.test(value)) throw new Error(`Not a number: ${line}`)
      return {
        name,
        labels: Object.fromEntries(
          Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)",?/g), ([, label, text]) => [label, text]),
        ),
        value: Number(value),
      }
    })

/** The names that the text declares, with or without samples. */
export const declaredNames = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name]) => name))

/** The sum of all samples of the name with these labels. */
export const sumOf = (
  samples: readonly Sample[],
  wanted: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter(
      ({ name, labels: own }) =>
        name === wanted && Object.entries(labels).every(([label, value]) => own[label] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
