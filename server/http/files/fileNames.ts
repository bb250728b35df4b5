const longestName = 100
const unnamed = 'document'
const unnamedSheet = 'sheet'

/**
 * The name that a document is kept by: of what was sent the last part, without what a file system or a header might
 * misread, and with the ending of what it is.
 * @param header percent-encoded
 */
export function documentName(header: string | string[] | undefined): string {
  const stem = lastPart(header).replace(/\.[a-z]\w{1,4}$/iu, '').replace(/^[\s.]+|[\s.]+$/gu, '')
  return `${Array.from(stem).slice(0, longestName).join('') || unnamed}.pdf`
}

/** The name that a sheet is told by: of what was sent the last part. @param header percent-encoded */
export function sheetName(header: string | string[] | undefined): string {
  return Array.from(lastPart(header).trim()).slice(0, longestName).join('') || unnamedSheet
}

function lastPart(header: string | string[] | undefined): string {
  const sent = typeof header === 'string' ? decoded(header) : ''
  return (sent.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '')
}

/** The `Content-Disposition` of a file that a browser keeps under a name. */
export function keepAs(name: string | null): string {
  const whole = name ?? `${unnamed}.pdf`
  const plain = /^[\w .()-]+$/.test(whole) ? whole : `${unnamed}.pdf`
  const encoded = encodeURIComponent(whole).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
