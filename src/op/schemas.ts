/** Fields and shapes that several operations share, with their wire names. */
import { z } from 'zod'
import { KINDS } from '../domain/boundary/kind.ts'

const LONGEST_ID = 200

/** Inputs */

export const detail = z.enum(['low', 'medium', 'high', 'full'])

export const lat = z.number().min(-90).max(90).describe('Latitude in degrees.')
export const lon = z.number().min(-180).max(180).describe('Longitude in degrees.')
