import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../errorCode.ts'
import { StartError } from '../settings.ts'

/** Encrypts and hashes secrets, so that the database alone does not reveal them. */
export interface Secrets {
  /** Encrypts a secret for one use; it cannot be decrypted for another. */
  seal(secret: Uint8Array, use: string): Buffer
  /** @returns null for a secret encrypted with another key or for another use */
  open(sealed: Uint8Array, use: string): Buffer | null
  /** Returns a keyed hash, for texts that are too short for a plain hash. */
  mac(text: string): Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** Uses AES-256-GCM and HMAC-SHA-256, with separate keys derived from one. */
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
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
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
 * Opens the secrets of a data directory. Its key is in `secret.key`, which the first start creates for this account only.
 * @throws StartError when the file exists but contains no key
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

/** Creates the key file in one step: written under another name, then linked, unless another start was first. */
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
