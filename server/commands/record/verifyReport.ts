import { open } from 'node:fs/promises'
import type { Queries } from '../../db/connect.ts'
import { noteMade } from '../../exports/madeFiles.ts'
import { reportTaken } from '../../resources/projects/reports/takenReports.ts'
import { StartError } from '../../settings.ts'

/** What every PDF begins with. */
const pdfMark = '%PDF-'

/** Whether there is a file that can be read and is a PDF. */
export async function isPdf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  const read = file.read(Buffer.alloc(pdfMark.length)).then(({ buffer }) => buffer.toString('latin1'), () => '')
  return (await read.finally(() => file.close())) === pdfMark
}

/**
 * Checks the report of a project's day: whether this file, to the byte, was taken here. The security log that says so is a part of
 * the sealed record.
 * @returns what it is, in a sentence
 * @throws StartError where it was not
 */
export async function verifyReport(sql: Queries, path: string): Promise<string> {
  const { hash } = await noteMade('', path)
  const taken = await reportTaken(sql, hash)
  if (!taken) throw new StartError(`the report ${path} is not as it was made: nobody took such a file here`)
  return `The report is as ${taken.by} took it on ${taken.at}: ${taken.of}.`
}
