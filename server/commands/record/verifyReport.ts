import { open } from 'node:fs/promises'
import type { Queries } from '../../db/connect.ts'
import { noteMade } from '../../exports/madeFiles.ts'
import { findReportDownload } from '../../resources/projects/reports/takenReports.ts'
import { StartError } from '../../settings.ts'

/** The first bytes of every PDF. */
const pdfMark = '%PDF-'

/** Returns whether a path is a readable PDF. */
export async function isPdf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  const read = file.read(Buffer.alloc(pdfMark.length)).then(
    ({ buffer }) => buffer.toString('latin1'),
    () => '',
  )
  return (await read.finally(() => file.close())) === pdfMark
}

/**
 * Verifies a project's daily report: whether exactly this file was issued here. The security log that shows it is part of
 * the sealed record.
 * @returns a sentence that describes the report
 * @throws StartError when it was not issued here
 */
export async function verifyReport(sql: Queries, path: string): Promise<string> {
  const { hash } = await noteMade('', path)
  const taken = await findReportDownload(sql, hash)
  if (!taken) throw new StartError(`the report ${path} is not as it was made: nobody took such a file here`)
  return `The report is as ${taken.by} took it on ${taken.at}: ${taken.of}.`
}
