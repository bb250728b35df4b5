import { createHash } from 'node:crypto'
import type { Queries } from '../../db/connect.ts'
import { reportTaken } from '../../resources/projects/reports/takenReports.ts'
import { StartError } from '../../settings.ts'

/** What every PDF begins with. */
const pdfMark = '%PDF-'

/** Whether some bytes are a PDF. */
export const isPdf = (bytes: Buffer) => bytes.subarray(0, pdfMark.length).toString('latin1') === pdfMark

/**
 * Checks the report of a project's day: whether this file, to the byte, was taken here. The security log that says so is sealed itself.
 * @returns what it is, in a sentence
 * @throws StartError where it was not
 */
export async function verifyReport(sql: Queries, path: string, bytes: Buffer): Promise<string> {
  const taken = await reportTaken(sql, createHash('sha256').update(bytes).digest('hex'))
  if (!taken) throw new StartError(`the report ${path} is not as it was made: nobody took such a file here`)
  return `The report is as ${taken.by} took it on ${taken.at}: ${taken.of}.`
}
