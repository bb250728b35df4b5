import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { makePack, type Pack } from '../../../exports/evidence/pack.ts'
import { workFolder } from '../../../files/workFolder.ts'
import type { CallInfo } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { inReadSnapshot } from '../../../records/onePicture.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { alertReadings } from './evidenceReadings.ts'
import { readEvidence } from './readEvidence.ts'

/** A finished pack. Its files exist until `remove` is called. */
export interface EvidencePack {
  pack: Pack
  remove(): Promise<void>
}

/**
 * Makes the evidence pack of an alert from one database snapshot. Records the download and the manifest's hash in the alert's audit and
 * the sealed security log.
 * @throws CallError NOT_FOUND when the caller may not see the alert; UNAVAILABLE when the disk is full, or drawing fails
 */
export async function createEvidencePack(
  context: Context,
  caller: Caller,
  id: number,
  { address, agent, language }: Pick<CallInfo, 'address' | 'agent' | 'language'>,
  signal: AbortSignal,
): Promise<EvidencePack> {
  const { sql, settings, log, files, publicUrl } = context
  const folder = workFolder(settings.DATA_DIR, log)
  try {
    const result = await inReadSnapshot(context, async (onePicture) => {
      const facts = await readEvidence(onePicture, caller, id)
      await folder.make()
      const { portions, span } = alertReadings(onePicture.sql, caller, facts.alert, facts.herdAt)
      return {
        facts,
        pack: await makePack(facts, portions, span, { folder: folder.path, language, publicUrl, files, log, signal }),
      }
    })
    signal.throwIfAborted()
    const { alert } = result.facts
    const { manifest, readings } = result.pack
    await inTransaction(sql, async (transaction) => {
      await audit(transaction, caller, machineNow(), {
        action: 'TAKE_EVIDENCE',
        noun: 'alert',
        nounId: id,
        before: alert,
        after: alert,
        detail: { manifest, readings },
      })
      return {}
    })
    context.securityLog.note({
      kind: 'EXPORT',
      userId: caller.userId,
      userName: caller.userName,
      address,
      agent,
      what: `zip alert ${id} manifest ${manifest}`,
    })
    return { pack: result.pack, remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
