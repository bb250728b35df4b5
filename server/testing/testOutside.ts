import { connect as openSocket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestDatabase } from './testDatabase.ts'

/** Makes a test's database reachable by TCP, as an external one. @returns addresses for its owner and for the server's role */
export async function openOutside({
  target,
  ownerTarget,
}: Pick<TestDatabase, 'target' | 'ownerTarget'>): Promise<{ url: string; runtimeUrl: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    const onward = openSocket(join(target.socketDir, '.s.PGSQL.5432'))
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    // What the client still sends is read by nobody: its connection would stay open.
    onward.on('close', () => socket.destroySoon())
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const urlOf = ({ user, database }: TestDatabase['target']) =>
    `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`
  return {
    url: urlOf(ownerTarget),
    runtimeUrl: urlOf(target),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
