const maxNameLength = 100
const unnamed = 'document'
const unnamedSheet = 'sheet'

/**
 * Returns the stored name of a document: the last part of the sent path, with the extension of its real type.
 * Removes characters that a file system or header could misread.
 * @param header percent-encoded
 */
export function documentName(header: string | string[] | undefined): string {
  const stem = lastPart(header)
    .replace(/\.[a-z]\w{1,4}$/iu, '')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  return `${Array.from(stem).slice(0, maxNameLength).join('') || unnamed}.pdf`
}

/** Returns the displayed name of a sheet: the last part of the sent path. @param header percent-encoded */
export function sheetName(header: string | string[] | undefined): string {
  return Array.from(lastPart(header).trim()).slice(0, maxNameLength).join('') || unnamedSheet
}

function lastPart(header: string | string[] | undefined): string {
  const sent = typeof header === 'string' ? decoded(header) : ''
  return (sent.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{C}<>:"|?*]/gu, '')
}

/** Returns the `Content-Disposition` of a file that a browser saves under a name. */
export function attachmentAs(name: string | null): string {
  const whole = name ?? `${unnamed}.pdf`
  const plain = /^[\w .()-]+$/.test(whole) ? whole : `${unnamed}.pdf`
  const encoded = encodeURIComponent(whole).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
