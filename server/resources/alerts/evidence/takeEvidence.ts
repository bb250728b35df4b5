import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { makePack, type Pack } from '../../../exports/evidence/pack.ts'
import { workFolder } from '../../../files/workFolder.ts'
import type { CallInfo } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { inOnePicture } from '../../../records/onePicture.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { alertReadings } from './evidenceReadings.ts'
import { readEvidence } from './readEvidence.ts'

/** A pack that was made. Its files are on the disk until `remove`. */
export interface TakenEvidence {
  pack: Pack
  remove(): Promise<void>
}

/**
 * Makes the evidence pack of an alert, in one picture of the database, and notes who took it, with the hash of its manifest: in the
 * audit of the alert, and in the security log, which is sealed.
 * @throws CallError NOT_FOUND for an alert that the caller may not see; UNAVAILABLE where the disk is full, or the report can't be drawn
 */
export async function takeEvidence(context: Context, caller: Caller, id: number, { address, agent, language }: Pick<CallInfo, 'address' | 'agent' | 'language'>, signal: AbortSignal): Promise<TakenEvidence> {
  const { sql, settings, log, files, publicUrl } = context
  const folder = workFolder(settings.DATA_DIR, log)
  try {
    const made = await inOnePicture(context, async (onePicture) => {
      const facts = await readEvidence(onePicture, caller, id)
      await folder.make()
      const { portions, span } = alertReadings(onePicture.sql, caller, facts.alert, facts.herdAt)
      return { facts, pack: await makePack(facts, portions, span, { folder: folder.path, language, publicUrl, files, log, signal }) }
    })
    signal.throwIfAborted()
    const { alert } = made.facts
    const { manifest, readings } = made.pack
    await inTransaction(sql, async (transaction) => {
      await audit(transaction, caller, machineNow(), { action: 'TAKE_EVIDENCE', noun: 'alert', nounId: id, before: alert, after: alert, detail: { manifest, readings } })
      return {}
    })
    context.securityLog.note({ kind: 'EXPORT', userId: caller.userId, userName: caller.userName, address, agent, what: `zip alert ${id} manifest ${manifest}` })
    return { pack: made.pack, remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
