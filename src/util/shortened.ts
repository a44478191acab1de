/** `text` when it has at most `most` UTF-16 units, else its beginning and an ellipsis, `most` units together; no character is cut in two. */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = isHighSurrogate(text.charCodeAt(max - 2)) ? max - 2 : max - 1
  return `${text.slice(0, end).trimEnd()}…`
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
