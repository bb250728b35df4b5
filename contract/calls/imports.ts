import { z } from 'zod'
import { supervisorRoles } from '../people/roles.ts'
import { endpoint, type Endpoint, ofNoun, maxLongBodyBytes } from './endpoint.ts'
import { codeFilter, idSchema, instantSchema, listInput, listReply } from './envelope.ts'

/** The nouns whose records can be imported from a spreadsheet. */
export const importedNouns = ['animals', 'gateways', 'neckbands'] as const
export type ImportedNoun = (typeof importedNouns)[number]

/**
 * Returns the path to which a noun's sheet is uploaded, as raw XLSX or CSV. Roles that may add a record may import.
 * @param save the call that adds a record
 */
export const importPath = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/addOrEdit$/, 'import')
/** Returns the path of an empty sheet with column titles in the reader's language. */
export const importTemplatePath = (save: Pick<Endpoint, 'path'>): string => `${importPath(save)}/template`

export const maxImportBytes = 10 * 1024 * 1024
export const maxImportRows = 50_000

/** READING and WRITING are in progress, CHECKED waits for a person, the others are final. */
export const importStates = ['READING', 'CHECKED', 'WRITING', 'DONE', 'CANCELLED', 'FAILED'] as const
export type ImportState = (typeof importStates)[number]

/** Reasons why a whole sheet failed. */
export const importFailures = [
  'NOT_A_SHEET',
  'OLD_SHEET',
  'TOO_LARGE',
  'TOO_MANY_ROWS',
  'NO_ROWS',
  'MISSING_COLUMNS',
  'COLUMN_TWICE',
  'NOT_ALLOWED',
  'BROKEN_OFF',
] as const
export type ImportFailure = (typeof importFailures)[number]

/** Codes of errors in a single cell. */
export const importFaultCodes = [
  'REQUIRED',
  'INVALID',
  'TOO_LONG',
  'NOT_A_DATE',
  'NOT_A_NUMBER',
  'OUT_OF_RANGE',
  'UNKNOWN_WORD',
  'UNKNOWN_NAME',
  'SEVERAL',
  'NOT_OF_FARM',
  'SHORTENED',
  'TURNED_INTO_DATE',
  'TWICE',
  'TAKEN',
  'UNUSABLE',
  'TAG_DIGITS',
  'TAG_SPECIES',
  'TAG_NATIONAL_ID',
  'TAG_ZEROS',
  'SHEET_ERROR',
  'TOTAL_ROW',
  'BIRTH_TO_COME',
  'BIRTH_TOO_EARLY',
  'AT_ZERO',
  'SWAPPED',
  'ID_LENGTH',
  'BIRTH_UNLIKELY',
  'TAG_TEST',
  'SIMILAR',
  'FAR_FROM_FARM',
  'NEEDS_APPROVAL',
  'REFUSED',
  'MOVES',
] as const
/** Codes that do not keep a row from being imported: it may be right. */
export const importWarningCodes = [
  'BIRTH_UNLIKELY',
  'TAG_TEST',
  'SIMILAR',
  'FAR_FROM_FARM',
  'ID_LENGTH',
  'MOVES',
] as const
export type ImportFaultCode = (typeof importFaultCodes)[number]

/** One import of an account: the result of reading a sheet, then of writing it. Nothing is written before the commit. */
export const importSchema = z.object({
  id: idSchema,
  noun: z.enum(importedNouns),
  fileName: z.string(),
  state: z.enum(importStates),
  failure: z.enum(importFailures).nullable(),
  /** Missing or duplicate column titles, when `failure` is about them. */
  titles: z.array(z.string()),
  /** Unrecognised column titles of the sheet; their columns are ignored. */
  ignored: z.array(z.string()),
  /** Rows of the sheet; null until counted. */
  rows: z.number().int().nullable(),
  /** Rows checked (READING) or written (WRITING, DONE). */
  done: z.number().int(),
  /** `sound` counts the rows that can be written, `faulty` those with a fault. */
  sound: z.number().int(),
  faulty: z.number().int(),
  /** Sound rows that change a record. */
  changed: z.number().int(),
  /** Rows whose record already has all their values; nothing is written for them. */
  unchanged: z.number().int(),
  /** Rows without a fault that have a warning (`importWarningCodes`). */
  warned: z.number().int(),
  /** Machine time. */
  begunAt: instantSchema,
})
export type Import = z.infer<typeof importSchema>

/** A fault in one cell: the row number as the sheet counts it, from 1, and the column title as the sheet has it. */
export const importFaultSchema = z.object({
  id: idSchema,
  row: z.number().int(),
  column: z.string(),
  value: z.string().nullable(),
  code: z.enum(importFaultCodes),
  /** Values that would be possible, the nearest first; empty when unknown. */
  possible: z.array(z.string()),
})
export type ImportFault = z.infer<typeof importFaultSchema>

/** A cell that would change a record, in words. */
export const importChangeSchema = z.object({
  id: idSchema,
  row: z.number().int(),
  column: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ImportChange = z.infer<typeof importChangeSchema>

/** Columns that a noun's sheets can have, and the titles that the caller has mapped to them. */
export const importColumnsSchema = z.object({
  columns: z.array(z.object({ field: z.string(), title: z.string(), isRequired: z.boolean() })),
  /** `field`: null for a column that is left out. */
  mapped: z.array(z.object({ title: z.string(), field: z.string().nullable() })),
})
export type ImportColumns = z.infer<typeof importColumnsSchema>

export const importEndpoints = ofNoun('imports', {
  current: endpoint({
    method: 'GET',
    path: '/collateral/web/import',
    access: supervisorRoles,
    input: z.object({}),
    reply: importSchema.nullable(),
    summary: 'The last import of one’s own, if there was one within a day.',
  }),
  commit: endpoint({
    method: 'PUT',
    path: '/collateral/web/import/commit',
    access: supervisorRoles,
    input: z.object({
      id: idSchema,
      /** The table that the person sees; an import of another table is then refused. */
      noun: z.enum(importedNouns).optional(),
      /** Imports the sound rows when others are faulty. Without it the commit is refused. */
      leavesOutFaulty: z.boolean().default(false),
    }),
    reply: importSchema,
    summary:
      'Writes the rows of an import that was checked, all of them or none; answers when it is done, or is under way.',
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/collateral/web/import/cancel',
    access: supervisorRoles,
    input: z.object({ id: idSchema }),
    reply: importSchema,
    summary: 'Ends an import, whether it is read, waits or is written: nothing is kept of it.',
  }),
  columns: endpoint({
    method: 'GET',
    path: '/collateral/web/import/columns',
    access: supervisorRoles,
    input: z.object({ noun: z.enum(importedNouns) }),
    reply: importColumnsSchema,
    summary: 'Which columns a noun’s sheets can have, and how the caller has mapped titles to them.',
  }),
  mapColumns: endpoint({
    method: 'PUT',
    path: '/collateral/web/import/columns',
    access: supervisorRoles,
    input: z.object({
      noun: z.enum(importedNouns),
      columns: z.array(z.object({ title: z.string().min(1).max(200), field: z.string().max(100).nullable() })).max(100),
    }),
    reply: importColumnsSchema,
    maxBytes: maxLongBodyBytes,
    summary: 'Maps column titles to fields, for the caller’s next sheets of a noun.',
  }),
})

export const importChangeEndpoints = ofNoun('importChanges', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/import/change/list',
    access: supervisorRoles,
    input: listInput(['row', 'column'], { importId: idSchema }),
    reply: listReply(importChangeSchema),
    summary:
      'Which cells of an import of one’s own would change a record, before and after, in the order of the sheet.',
  }),
})

export const importFaultEndpoints = ofNoun('importFaults', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/import/fault/list',
    access: supervisorRoles,
    input: listInput(['row', 'column', 'code'], {
      importId: idSchema,
      code: codeFilter(z.enum(importFaultCodes)),
    }),
    reply: listReply(importFaultSchema),
    summary: 'What is wrong with the rows of an import of one’s own, in the order of the sheet.',
  }),
})
