import { join } from 'node:path'
import type { Caller } from '../../../auth/sessions.ts'
import type { Context } from '../../../context.ts'
import { dailyWords } from '../../../exports/daily-report/dailyWords.ts'
import { dailyReportOf } from '../../../exports/daily-report/report.ts'
import { type MadeFile, noteMade } from '../../../exports/madeFiles.ts'
import { drawReportFile } from '../../../exports/pdf/reportDrawer.ts'
import { wordsIn } from '../../../exports/pdf/words.ts'
import { workFolder } from '../../../files/workFolder.ts'
import type { CallInfo } from '../../../handler.ts'
import { inReadSnapshot } from '../../../records/onePicture.ts'
import { readReport } from './readReport.ts'
import { downloadLine } from './takenReports.ts'

/** A finished report. Its file exists until `remove` is called. */
interface ReportFile {
  file: MadeFile
  remove(): Promise<void>
}

/**
 * Draws the report of a project's day from one database snapshot. Records the download and the file's hash in the sealed security log.
 * @throws CallError NOT_FOUND for a day that the caller may not see; UNAVAILABLE when the disk is full, or drawing fails
 */
export async function createReport(
  context: Context,
  caller: Caller,
  id: number,
  { address, agent, language }: Pick<CallInfo, 'address' | 'agent' | 'language'>,
  signal: AbortSignal,
): Promise<ReportFile> {
  const { settings, log, publicUrl, securityLog } = context
  const facts = await inReadSnapshot(context, (onePicture) => readReport(onePicture, caller, id))
  signal.throwIfAborted()
  const folder = workFolder(settings.DATA_DIR, log)
  try {
    await folder.make()
    const { projectCode, day, timeZone } = facts.report
    const name = `report-${projectCode}-${day}.pdf`
    const path = join(folder.path, 'report.pdf')
    await drawReportFile(dailyReportOf(facts, wordsIn(dailyWords, language, timeZone), publicUrl), path, log, signal)
    const file = await noteMade(name, path)
    signal.throwIfAborted()
    securityLog.note({
      kind: 'EXPORT',
      userId: caller.userId,
      userName: caller.userName,
      address,
      agent,
      what: downloadLine(projectCode, day, file.hash),
    })
    // The log line identifies the file later, so it must be settled before the file is handed out.
    await securityLog.settled()
    return { file, remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
