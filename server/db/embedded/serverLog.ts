import { copyFile, lchown, open, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

const maxBytes = 16 * 1024 ** 2

/**
 * The server's log: a file instead of a pipe to us, because the server may outlive us.
 * Its size stays around 16 MB, with one predecessor of that size.
 */
export interface ServerLog {
  /** Opens the log for a server to append to. */
  open(): Promise<{ fd: number; close(): Promise<void> }>
  /** Moves its content to the predecessor when it has grown too large. */
  trim(): Promise<void>
  /** Returns the last fatal error that the server logged since `open`; undefined without one. */
  lastFault(): Promise<string | undefined>
}

export function serverLog(dataDir: string, account: Account | null): ServerLog {
  const path = join(dataDir, 'postgres.log')
  let openedAtByte = 0
  return {
    async open() {
      const file = await open(path, 'a', 0o600)
      if (account) await lchown(path, account.uid, account.gid)
      openedAtByte = (await file.stat()).size
      return { fd: file.fd, close: () => file.close() }
    },
    async trim() {
      const { size } = await stat(path)
      if (size < maxBytes) return
      // The server appends, so it continues at the new end.
      await copyFile(path, `${path}.1`)
      await truncate(path)
    },
    async lastFault() {
      const file = await open(path)
      try {
        const { size } = await file.stat()
        const from = Math.max(Math.min(openedAtByte, size), size - 16_384)
        const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
        const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
        return lines.findLast((line) => /FATAL:|PANIC:/.test(line))?.replace(/^.*?(?:FATAL|PANIC): +/, '')
      } finally {
        await file.close()
      }
    },
  }
}
