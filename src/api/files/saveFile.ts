/** A file that the browser keeps where it keeps downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has to have begun before the address goes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
