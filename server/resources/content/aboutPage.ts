import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { cleanRichTexts } from '../../cleaner/richTexts.ts'
import { notePictures, picturesOfTexts, requirePictures } from './contentPictures.ts'
import { type LegalTexts, readLegalTexts } from './published.ts'

const columnOf = {
  serviceAgreement: 'service_agreement',
  privacyPolicy: 'privacy_policy',
  copyrightStatement: 'copyright_statement',
  copyrightDetails: 'copyright_details',
} as const
const fields = Object.keys(columnOf) as (keyof typeof columnOf)[]

/** Picks the legal texts of an input or a record, by field. */
const textsOf = (given: { [Field in keyof LegalTexts]?: LegalTexts[Field] | undefined }) =>
  Object.fromEntries(fields.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])))

/** The legal texts: a single record that always exists. */
export const aboutPages = describeRecords('aboutPage', {
  noun: 'aboutPage',
  table: 'about_pages',
  fields: columnOf,
  visible: (sql) => sql`true`,
  same: (sql) => sql`r.id = 1`,
  hooks: {
    prepare: async ({ context, input }) => ({ ...input, ...(await cleanRichTexts(context.cleaner, textsOf(input))) }),
    beforeSave: ({ sql, caller, input }) =>
      requirePictures(sql, caller, { kind: 'ABOUT_PAGE', id: null }, picturesOfTexts(textsOf(input))),
    afterSave: ({ sql, after }) =>
      notePictures(sql, { kind: 'ABOUT_PAGE', id: after.id }, picturesOfTexts(textsOf(after))),
  },
})

export const aboutPageHandlers: HandlersOf<'aboutPage'> = {
  ...recordHandlers(aboutPages),
  shown: (_input, _caller, { sql }) => readLegalTexts(sql),
}
