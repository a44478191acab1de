/** Returns the value of an answer, which is JSON and is assumed to match its type. */
export const parsedAnswer = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T
