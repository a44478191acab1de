import type { CliHost } from '../host.ts'

/** Opens the service in this process for the work, and closes it afterwards, also if the work fails. */
export const withService = async <Needs, Result>(
  host: CliHost<Needs>,
  work: (service: Needs) => Promise<Result>,
): Promise<Result> => {
  const service = await host.openService()
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}
