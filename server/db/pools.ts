import { connect, type ConnectOptions, type Sql } from './connect.ts'

/** The connections that calls are answered with, apart from those of the server's own work. */
export interface CallPools {
  /** Sign-in, records, decisions: what people wait for and what costs little. */
  small: Sql
  /** Lists, files and reports: whatever they take, the small calls have connections of their own. */
  costly: Sql
  close(): Promise<void>
}

const smallConnections = 4
/** Three exports at the most hold one each for as long as they are read. */
const costlyConnections = 8

/** @param statementTimeoutMs the database ends a statement that takes longer: nobody waits for it any more */
export function openCallPools(target: ConnectOptions['target'], statementTimeoutMs: number): CallPools {
  const pool = (name: string, connections: number) => connect({ target, connections, name, statementTimeoutMs })
  const small = pool('drover-calls', smallConnections)
  const costly = pool('drover-reports', costlyConnections)
  return {
    small,
    costly,
    async close() {
      await Promise.all([small.end({ timeout: 2 }), costly.end({ timeout: 2 })])
    },
  }
}
