/** Saves a file among the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download must have started before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
