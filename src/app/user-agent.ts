/** How this program names itself to the servers of others. */
import { PACKAGE_VERSION } from './package-version.ts'

/** https://operations.osmfoundation.org/policies/api/ requires the name of the program and a way to reach its operator. */
export const userAgent = (contact: string | null): string =>
  contact === null ? `Metes/${PACKAGE_VERSION}` : `Metes/${PACKAGE_VERSION} (${contact})`
