import { z } from 'zod'

/**
 * Normalises a device id: MACs and EUIs arrive in either case, with and without colons or dashes.
 * @returns upper case, without separators when the rest is hexadecimal (12 or 16 digits); otherwise trimmed upper case
 */
export function foldDeviceId(text: string): string {
  const upper = text.trim().toUpperCase()
  const bare = upper.replaceAll(/[:\-.]/g, '')
  return /^(?:[0-9A-F]{12}|[0-9A-F]{16})$/.test(bare) ? bare : upper
}

export const deviceIdSchema = z.string().trim().min(1).max(64).transform(foldDeviceId)
