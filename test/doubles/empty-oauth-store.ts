/** A store of OAuth that keeps nothing, for tests of other parts. */
import type { OAuthStore } from '../../src/platform/oauth/ports.ts'

export const emptyOAuthStore: OAuthStore = {
  addGrant: async () => {},
  findGrant: async () => null,
  listGrants: async () => [],
  markGrantUsed: async () => {},
  removeGrant: async () => false,
  addInteraction: async () => {},
  putRecord: async () => {},
  findRecord: async () => null,
  useRecord: async () => false,
  removeRecord: async () => {},
  removeRecordsOf: async () => {},
  findToken: async () => null,
  addClient: async () => {},
  findClient: async () => null,
  sweep: async () => {},
}
