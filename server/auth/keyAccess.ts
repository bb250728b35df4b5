import { BlockList, isIP } from 'node:net'
import { keyRate } from '#contract/people/apiKeys.ts'
import { adminRoleOf } from '#contract/people/roles.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import { findKey, touchKey } from '../db/auth/apiKeys.ts'
import type { Sql } from '../db/connect.ts'
import { createRateLimiter } from '../rateLimiter.ts'
import { hashKeySecret, isKeySecret } from './keySecrets.ts'
import type { SecurityLog } from './securityLog.ts'
import { type Caller, nobody } from './sessions.ts'

/** Interval at which the last use of a key is written, ms. */
const touchMs = 60_000

interface KeyCall {
  secret: string
  address: string
  agent: string | undefined
  /** Scope that the call needs; null when keys may not make it. */
  scope: string | null
  /** `METHOD path` of the call. */
  what: string
  /** The request was checked before: it counts once. */
  isRepeated: boolean
}

export interface KeyAccess {
  /**
   * Returns the caller of a request with an API key: the administrator of the key's organisation, whose changes carry the key's name.
   * @throws CallError NOT_SIGNED_IN, the same for every secret that opens nothing from this address; NOT_ALLOWED without the scope;
   * TOO_MANY_TRIES above the key's rate
   */
  admit(call: KeyCall): Promise<Caller>
}

/** Creates the check of API keys. Keys are read for each request: a revoked one opens nothing from then on. */
export function createKeyAccess({ sql, securityLog }: { sql: Sql; securityLog: SecurityLog }): KeyAccess {
  const rates = createRateLimiter({ capacity: keyRate.burst, refillMs: keyRate.intervalMs })
  return {
    async admit({ secret, address, agent, scope, what, isRepeated }) {
      const refuse = (fault: string, keyId: number | null): never => {
        const about = keyId === null ? fault : `${fault} ${keyId}`
        securityLog.note({ kind: 'API_KEY_REFUSED', address, agent, what: `${about} ${what}` })
        throw new CallError('NOT_SIGNED_IN')
      }
      if (!isKeySecret(secret)) return refuse('unknown', null)
      const now = machineNow()
      const key = await findKey(sql, hashKeySecret(secret), now)
      if ('fault' in key) return refuse(key.fault, key.keyId)
      if (!isInNetworks(address, key.networks)) return refuse('network', key.id)
      if (!isRepeated && !rates.take(String(key.id)))
        throw new CallError('TOO_MANY_TRIES', { retryAfterSeconds: rates.waitSeconds(String(key.id)) })
      if (key.lastUsedAt === null || now - key.lastUsedAt >= touchMs) await touchKey(sql, key.id, now, address)
      const { actorId, actorName, name, organisationId, organisationKind } = key
      if (scope === null || !key.scopes.includes(scope)) {
        securityLog.note({ kind: 'REFUSED', userId: actorId, userName: name, address, agent, what })
        throw new CallError('NOT_ALLOWED')
      }
      return {
        ...nobody,
        userId: actorId,
        userName: actorName,
        displayName: name,
        role: adminRoleOf[organisationKind],
        organisationId,
        organisationKind,
        address,
      }
    },
  }
}

/** Whether an address is in one of the networks; always without networks. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    const family = familyOf(start)
    if (bits === undefined) list.addAddress(start, family)
    else list.addSubnet(start, Number(bits), family)
  }
  return list.check(address, familyOf(address))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
