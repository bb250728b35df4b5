import { endpoints } from '#contract/calls/endpoints.ts'
import type { LookupKind } from '#contract/herd/lookups.ts'
import { describeReference } from '../../api/references.ts'
import { useLocale } from '../../locale/locale.ts'

/** The entries of one of the platform's lists by name, in the reader's language. */
const ofKind = (kind: LookupKind) =>
  describeReference({ list: endpoints.lookups.list, search: 'name', fixed: { kind }, nameOf: ({ names }) => names[useLocale.getState().language] })

export const categoryReference = ofKind('CATEGORY')
export const originReference = ofKind('ORIGIN')
export const colourReference = ofKind('COLOUR')
export const unitReference = ofKind('UNIT')
