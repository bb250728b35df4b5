import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Display, displayCodeSeconds } from '#contract/people/displays.ts'
import { maySeeOnWall } from '#contract/people/wallScreens.ts'
import type { Caller } from '../../auth/sessions.ts'
import { securityEvent } from '../../auth/securityLog.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import {
  deleteDisplays,
  deleteUnpaired,
  forgetSecret,
  lockDisplay,
  insertDisplay,
  pairDisplay,
} from '../../db/auth/displays.ts'
import { findLoginById } from '../../db/auth/logins.ts'
import { insertSecurityEvents } from '../../db/auth/securityEvents.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit } from '../../records/audit.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { instantOrNull } from '../values.ts'
import { requireRecentProof } from './proof.ts'

/** Lacks 0, 1, I, L, O and U, which are easily misread from a distance. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8

type DisplayRow = Omit<Display, 'pairedAt' | 'lastSeenAt'> & { pairedAt: number; lastSeenAt: number | null }

/** Selects walls `d` of the caller's organisation that have a session or wait for their token. */
async function selectDisplays(sql: Queries, { organisationId }: Caller, condition: Fragment): Promise<Display[]> {
  const rows = await sql<DisplayRow[]>`
    select d.id, d.name, d.shows, u.display_name as "pairedBy", d.paired_at as "pairedAt", s.used_at as "lastSeenAt", d.address, d.agent
    from displays d join users u on u.id = d.paired_by left join sessions s on s.display_id = d.id
    where u.organisation_id = ${organisationId} and (s.id is not null or d.secret_hash is not null) and ${condition} order by d.id`
  return rows.map((row) => ({ ...row, pairedAt: toInstant(row.pairedAt), lastSeenAt: instantOrNull(row.lastSeenAt) }))
}

/** Returns the fields of a wall that audit entries show. */
function shown({ id, name, shows, address, agent }: Display) {
  return { id, name, shows, address, agent }
}

export const displayHandlers: HandlersOf<'displays'> = {
  async begin(_input, _caller, context, { address, agent }) {
    context.auth.count('display', address)
    const now = machineNow()
    const secret = randomBytes(32).toString('base64url')
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    await deleteUnpaired(context.sql, now - displayCodeSeconds * 1000)
    await insertDisplay(context.sql, { code, secretHash: hashSecret(secret), address, agent: agent ?? null, now })
    return {
      code: `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`,
      secret,
      validSeconds: displayCodeSeconds,
    }
  },

  async claim({ secret }, _caller, context, { address, agent }) {
    const done = await inTransaction(context.sql, async (sql) => {
      const display = await lockDisplay(sql, hashSecret(secret), machineNow() - displayCodeSeconds * 1000)
      if (!display) throw new CallError('LINK_EXPIRED')
      const user = display.pairedBy === null ? undefined : await findLoginById(sql, display.pairedBy)
      if (!user) return { login: null }
      const { userId, userName, passwordHash, organisationId, organisationKind, organisationName } = user
      const token = await context.sessions.start(
        { userId, passwordHash, displayId: display.id, autoLogin: false, address, agent },
        sql,
      )
      // The user who paired it has been disabled since.
      if (token === null) throw new CallError('LINK_EXPIRED')
      await forgetSecret(sql, display.id)
      await insertSecurityEvents(sql, [
        securityEvent({ kind: 'SIGN_IN', userId, userName, address, agent, what: 'display' }),
      ])
      return {
        login: {
          role: 'OTHERS' as const,
          token,
          shows: display.shows,
          userOrgId: organisationId,
          organizationRole: organisationKind,
          organizationName: organisationName,
        },
      }
    })
    return done
  },

  async list(_input, caller, { sql }) {
    return { list: await selectDisplays(sql, caller, sql`true`) }
  },

  async pair({ code, name, shows }, caller, context, { address }) {
    if (!maySeeOnWall(shows, caller.role)) throw new CallError('NOT_ALLOWED')
    context.auth.count('link', address)
    return inTransaction(context.sql, async (sql) => {
      await requireRecentProof(sql, caller)
      const now = machineNow()
      const id = await pairDisplay(sql, {
        code,
        name,
        shows,
        userId: caller.userId,
        now,
        since: now - displayCodeSeconds * 1000,
      })
      if (id === undefined) throw new CallError('BAD_SHAPE', { fields: { code: 'unknown_code' } })
      const display = first(await selectDisplays(sql, caller, sql`d.id = ${id}`))
      await audit(sql, caller, now, { action: 'ADD', noun: 'display', nounId: id, before: null, after: shown(display) })
      return display
    })
  },

  async remove({ id }, caller, context) {
    const { ended } = await inTransaction(context.sql, async (sql) => {
      const display = first(await selectDisplays(sql, caller, sql`d.id = ${id}`))
      await audit(sql, caller, machineNow(), {
        action: 'REMOVE',
        noun: 'display',
        nounId: id,
        before: shown(display),
        after: null,
      })
      return { ended: await deleteDisplays(sql, { ids: [id] }) }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    return {}
  },
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
