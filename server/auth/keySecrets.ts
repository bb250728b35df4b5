import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyPrefix } from '#contract/people/apiKeys.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 40 digits of base 62 are 238 random bits. */
const randomLength = 40
const checksumLength = 6
/** Characters of a secret that lists show. */
const hintLength = keyPrefix.length + 4

const shape = new RegExp(`^${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)
const anywhere = new RegExp(`${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}`)

/** Creates the secret of an API key: the prefix, 40 random digits, and six digits of their CRC-32 in base 62. */
export function createKeySecret(): string {
  const random = Array.from({ length: randomLength }, () => digits.charAt(randomInt(digits.length))).join('')
  return `${keyPrefix}${random}${checksumOf(random)}`
}

/** Whether a text can be the secret of an API key: it has the shape and its checksum is right. */
export function isKeySecret(text: string): boolean {
  if (!shape.test(text)) return false
  const random = text.slice(keyPrefix.length, -checksumLength)
  return text.endsWith(checksumOf(random))
}

/** Whether a text contains something of the shape of a secret. */
export function containsKeySecret(text: string): boolean {
  return text.includes(keyPrefix) && anywhere.test(text)
}

/** Returns the start of a secret, by which people recognise it. */
export const keyHintOf = (secret: string): string => secret.slice(0, hintLength)

/** Returns what is stored of a secret. It has 238 random bits, so a fast hash is enough. */
export const hashKeySecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

function checksumOf(random: string): string {
  let value = crc32(random)
  let text = ''
  for (let place = 0; place < checksumLength; place++) {
    text = digits.charAt(value % digits.length) + text
    value = Math.floor(value / digits.length)
  }
  return text
}
