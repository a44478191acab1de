/** A world without disputed land. */
import { createDisputes, type Disputes } from '../../src/domain/catalog/disputes.ts'

export const NO_DISPUTES: Disputes = createDisputes(async () => [])
