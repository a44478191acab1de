/** The services of one call, whose work is its caller's. */
import type { CallOwner } from './context.ts'
import type { Services } from './services.ts'

export const callServices = (services: Services, owner: CallOwner): Services => ({
  ...services,
  catalog: services.catalogFor(owner),
  yieldToEventLoop: () => services.yieldToEventLoop(owner.processorTime),
})
