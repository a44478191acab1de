/** Questions of the load, and their known-good answers, learnt before anything fails. */
import assert from 'node:assert/strict'
import { type Call, send } from './call.ts'
import { pick } from './draw.ts'

export interface Question {
  readonly call: Call
  readonly units: number
  readonly answer: Buffer
}

export const COUNTRIES = ['LU', 'LI', 'AD', 'MT', 'MC', 'SM', 'BE', 'NL', 'DK', 'EE', 'SI', 'PT']
const PLACES = ['Lyon', 'Vaduz', 'Bavaria', 'Porto', 'Gent', 'Oregon']
const POINTS = [
  [47.14, 9.52],
  [49.61, 6.13],
  [50.85, 4.35],
  [52.37, 4.9],
]

/** In the shares of the traffic: 70 % get, 15 % search, 10 % reverse, 5 % contain and union. */
const SHARES: readonly (readonly [percent: number, calls: readonly Call[], units: number])[] = [
  [70, COUNTRIES.map((id) => ({ path: `/v1/boundaries/iso:${id}?detail=medium` })), 1],
  [15, PLACES.map((q) => ({ path: `/v1/boundaries/search?q=${q}` })), 0],
  [10, POINTS.map(([lat, lon]) => ({ path: `/v1/boundaries/reverse?lat=${lat}&lon=${lon}` })), 1],
  [
    3,
    COUNTRIES.slice(0, 4).map((id) => ({
      method: 'POST',
      path: `/v1/boundaries/iso:${id}/contains`,
      body: { points: POINTS.map(([lat, lon]) => [lon, lat]) },
    })),
    1,
  ],
  [
    2,
    [
      {
        method: 'POST',
        path: '/v1/boundaries/union',
        body: { include: ['iso:BE', 'iso:LU'], detail: 'low' },
      },
    ],
    2,
  ],
]

export interface Questions {
  readonly draw: (random: () => number) => Question
  readonly all: readonly Question[]
}

export const learnAnswers = async (url: string, key: string): Promise<Questions> => {
  const kinds: (readonly [number, readonly Question[]])[] = []
  for (const [percent, calls, units] of SHARES) {
    const questions: Question[] = []
    for (const call of calls) {
      const answer = await send(url, { ...call, key })
      assert.equal(answer?.status, 200, `${call.path}: ${answer?.bytes}`)
      questions.push({ call, units, answer: answer!.bytes })
    }
    kinds.push([percent, questions])
  }
  return {
    all: kinds.flatMap(([, questions]) => questions),
    draw: (random) => {
      const share = random() * 100
      let sum = 0
      for (const [percent, questions] of kinds) {
        sum += percent
        if (share < sum) return pick(questions, random)
      }
      throw new Error('The shares are less than 100 %.')
    },
  }
}
