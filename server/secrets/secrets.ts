import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../errorCode.ts'
import { StartError } from '../settings.ts'

/** Encrypts and hashes secrets, so that the database alone does not give them away. */
export interface Secrets {
  /** Encrypts a secret for one use of it (whose it is): opened for another, it is refused. */
  seal(secret: Uint8Array, use: string): Buffer
  /** @returns null for what was sealed by another key or for another use */
  open(sealed: Uint8Array, use: string): Buffer | null
  /** A keyed hash, for what is too short to be hashed without a key. */
  mac(text: string): Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM and HMAC-SHA-256, each with a key of its own made from one. */
export function createSecrets(key: Uint8Array): Secrets {
  const derive = (name: string) => Buffer.from(hkdfSync('sha256', key, '', `drover ${name}`, keyBytes))
  const [sealKey, macKey] = [derive('seal'), derive('mac')]
  return {
    seal(secret, use) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(use))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, use) {
      if (sealed.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(use)).setAuthTag(sealed.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest(),
  }
}

/**
 * The secrets of a data directory, by the key in its `secret.key`, which is made at the first start for this account alone.
 * @throws StartError when the file is there and holds no key
 */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secret.key')
  const text = (await readKey(path)) ?? (await makeKey(path))
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length !== keyBytes) throw new StartError(`${path} holds no key: put it back from a backup`)
  return createSecrets(key)
}

async function readKey(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
}

/** Whole or not at all: written beside, then given its name, unless another start was first. */
async function makeKey(path: string): Promise<string> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(beside, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await unlink(beside)
  }
  return readFile(path, 'utf8')
}
