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
import { inOnePicture } from '../../../records/onePicture.ts'
import { readReport } from './readReport.ts'
import { takenLine } from './takenReports.ts'

/** A report that was made. It is on the disk until `remove`. */
interface TakenReport {
  file: MadeFile
  remove(): Promise<void>
}

/**
 * Draws the report of a project's day, from one picture of the database, and notes in the security log, which is sealed, who took it,
 * with the hash of the file.
 * @throws CallError NOT_FOUND for a day that the caller may not see; UNAVAILABLE where the disk is full, or the report can't be drawn
 */
export async function takeReport(context: Context, caller: Caller, id: number, { address, agent, language }: Pick<CallInfo, 'address' | 'agent' | 'language'>, signal: AbortSignal): Promise<TakenReport> {
  const { settings, log, publicUrl, securityLog } = context
  const facts = await inOnePicture(context, (onePicture) => readReport(onePicture, caller, id))
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
    securityLog.note({ kind: 'EXPORT', userId: caller.userId, userName: caller.userName, address, agent, what: takenLine(projectCode, day, file.hash) })
    // A file is known again by that line, which is written, or could not be, before anybody has it.
    await securityLog.settled()
    return { file, remove: folder.remove }
  } catch (error) {
    await folder.remove()
    throw error
  }
}
