/** Reads tags of ways and relations: two packed lists of string indexes, for keys and for values. */
import type { PbfBlock } from './block.ts'
import { MalformedBlock } from './problem.ts'
import { type Packed, Wire } from './wire.ts'

export type Tags = Readonly<Record<string, string>>

/** Selects objects whose tag `key` has one of the values. */
export interface TagCriterion {
  readonly key: string
  readonly values: readonly string[]
}

export const tagReader = (block: PbfBlock, criterion: TagCriterion) => {
  const encoder = new TextEncoder()
  const texts = [criterion.key, ...criterion.values].map((text) => encoder.encode(text))
  const marks = block.strings.marksOf(texts)
  const possible = marks.includes(1) && marks.some((mark) => mark > 1)
  const keyWire = new Wire(block.bytes)
  const valueWire = new Wire(block.bytes)

  const start = (keys: Packed, values: Packed): void => {
    keyWire.pos = keys.start
    keyWire.end = keys.end
    valueWire.pos = values.start
    valueWire.end = values.end
  }
  const checkEven = (): void => {
    if (valueWire.pos !== valueWire.end)
      throw new MalformedBlock('An object has different numbers of keys and values.')
  }
  return {
    /** True if the object has a tag that the criterion selects. Compares string indexes without decoding. */
    matches(keys: Packed, values: Packed): boolean {
      if (!possible) return false
      start(keys, values)
      while (keyWire.pos < keyWire.end) {
        const key = keyWire.varint()
        const value = valueWire.varint()
        if (marks[key] === 1 && marks[value] > 1) return true
      }
      return false
    },
    /** Returns the tags whose key `keep` accepts. */
    read(keys: Packed, values: Packed, keep: (key: string) => boolean): Tags {
      start(keys, values)
      const tags: Record<string, string> = Object.create(null)
      while (keyWire.pos < keyWire.end) {
        const key = block.strings.text(keyWire.varint())
        const value = valueWire.varint()
        if (keep(key)) tags[key] = block.strings.text(value)
      }
      checkEven()
      return tags
    },
  }
}
