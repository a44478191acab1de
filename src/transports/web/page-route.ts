/** Routes of pages. */
import type { HttpRoute } from '../http/message.ts'

export const pageRoute = (
  method: 'GET' | 'POST',
  path: string,
  endpoint: HttpRoute['endpoint'],
): HttpRoute => ({ method, path, endpoint, forPeople: true })
