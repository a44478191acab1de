/** Two ends of a channel in one process. */
import { type Channel, createChannel, type Message } from '../../src/processes/channel.ts'

export interface ChannelPair {
  readonly primary: Channel
  readonly process: Channel
  /** Number of bundles that were sent. */
  readonly sent: () => number
}

export const channelPair = (): ChannelPair => {
  let sent = 0
  const listeners: ((messages: readonly Message[]) => void)[] = []
  const end = (own: 0 | 1) =>
    createChannel({
      send: (messages) => {
        sent++
        listeners[1 - own](structuredClone(messages))
      },
      onMessages: (listener) => {
        listeners[own] = listener
      },
    })
  return { primary: end(0), process: end(1), sent: () => sent }
}
