/** Colours in pictures of pages. */
import type { Page } from '../../tools/browser.ts'

/**
 * Counts the pixels of a picture that are wanted.
 *
 * @param png in Base64
 * @param isWanted an expression of JavaScript with `r`, `g` and `b`, 0 to 255
 */
export const pixelsOf = async (page: Page, png: string, isWanted: string): Promise<number> =>
  Number(
    await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob(${JSON.stringify(png)}), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d')
      drawing.drawImage(image, 0, 0)
      const { data } = drawing.getImageData(0, 0, image.width, image.height)
      const isWanted = (r, g, b) => ${isWanted}
      let count = 0
      for (let at = 0; at < data.length; at += 4) if (isWanted(data[at], data[at + 1], data[at + 2])) count++
      return count
    })()`),
  )
