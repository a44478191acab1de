/** Programs to compare with that are not part of Metes: `npm install --no-save --prefix bench` installs them. */

/** The module; null when it is not installed, reported once on standard error. */
export const peer = async (name: string): Promise<unknown> => {
  try {
    return await import(name)
  } catch {
    console.error(`${name} is not installed: npm install --no-save --prefix bench`)
    return null
  }
}
