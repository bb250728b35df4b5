import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { imageReplySchema, imageUploadPath } from '#contract/calls/images.ts'

/** Paints an image of one colour, as a file for a browser's upload. */
export async function paint(width: number, height: number, background: string) {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name: 'picture.png', mimeType: 'image/png', buffer }
}

/** Drops an image on a text, as from the desktop. */
export async function dropPicture(text: Locator, { buffer }: { buffer: Buffer }): Promise<void> {
  await text.evaluate((element, bytes) => {
    const transfer = new DataTransfer()
    transfer.items.add(
      new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'p.png', { type: 'image/png' }),
    )
    const box = element.getBoundingClientRect()
    element.dispatchEvent(
      new DragEvent('drop', {
        bubbles: true,
        cancelable: true,
        dataTransfer: transfer,
        clientX: box.left + 20,
        clientY: box.top + 20,
      }),
    )
  }, buffer.toString('base64'))
}

/** Returns the natural width of an image on a page; 0 when it has not loaded. */
export const drawnWidth = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

/**
 * Uploads an image without a browser. No token is needed during registration.
 * @returns its id
 */
export async function uploadPicture(url: string, { buffer }: { buffer: Buffer }, token?: string): Promise<string> {
  const headers = {
    'content-type': 'image/png',
    'x-auth-timestamp': String(Date.now()),
    ...(token !== undefined && { 'x-auth-token': token }),
  }
  const response = await fetch(url + imageUploadPath, { method: 'POST', headers, body: new Uint8Array(buffer) })
  return z.object({ data: imageReplySchema }).parse(await response.json()).data.id
}
