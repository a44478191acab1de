/** Programs to compare with that are not part of Metes: `npm install --no-save --prefix bench` installs them. */

/** The module, or null, said once on standard error, when it is not installed. */
export const peer = async (name: string): Promise<unknown> => {
  try {
    return await import(name)
  } catch {
    console.error(`${name} is not installed: npm install --no-save --prefix bench`)
    return null
  }
}
