const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Returns a picture of one pixel, as a file chosen by a user. */
export const testPicture = (): File =>
  new File([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))], 'licence.png', { type: 'image/png' })
