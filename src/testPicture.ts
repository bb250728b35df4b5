const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture of one pixel, as a person would choose it for a licence. */
export const testPicture = (): File => new File([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))], 'licence.png', { type: 'image/png' })
