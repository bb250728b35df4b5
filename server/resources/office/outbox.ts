import type { OutboxMessage } from '#contract/office/outbox.ts'
import { toInstant } from '../../clock.ts'
import { CallError } from '../../callError.ts'
import { isSameText } from '../../secrets/sameText.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { isLoopback, type Settings } from '../../settings.ts'

/** Whether no mail or SMS provider is set up, so that messages stay in the outbox to be read. */
export function isWithoutTransport({ SMTP_URL, SMS_URL }: Settings): boolean {
  return SMTP_URL === undefined && SMS_URL === undefined
}

/** Whether users on other machines use this server. Nobody may then read their messages in the outbox. */
function isForOthers({ HOST, PUBLIC_URL }: Settings): boolean {
  const name = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')
  return !isLoopback(HOST) || !isLoopback(name)
}

/** Whether the outbox may be read. */
export function hasOutbox(settings: Settings): boolean {
  return isWithoutTransport(settings) && !isForOthers(settings)
}

/**
 * Returns the key that opens the outbox. A key is needed because a proxy can set any address and header. It stays the same as long as `secret.key`
 * does.
 */
export function outboxKey(secrets: Secrets): string {
  return secrets.mac('the key of the outbox').toString('base64url')
}

export const outboxHandlers: HandlersOf<'outbox'> = {
  async list({ key, recipient }, _caller, { sql, settings, secrets }) {
    if (!hasOutbox(settings)) throw new CallError('NOT_FOUND')
    if (!isSameText(key, outboxKey(secrets))) throw new CallError('NOT_ALLOWED')
    const rows = await sql<(Omit<OutboxMessage, 'at'> & { at: number })[]>`
      select id, kind, at, recipient, subject, body as text from outbox
      where sent_at is null and failed_at is null and kind in ('MAIL', 'SMS')
        and ${recipient === undefined || recipient === '' ? sql`true` : sql`strpos(lower(recipient), lower(${recipient})) > 0`}
      order by id desc limit 100`
    return { list: rows.map((row) => ({ ...row, at: toInstant(row.at) })) }
  },
}
