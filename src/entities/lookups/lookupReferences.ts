import { endpoints } from '#contract/calls/endpoints.ts'
import type { LookupKind } from '#contract/herd/lookups.ts'
import { describeReference } from '../../api/references.ts'
import { useLocale } from '../../locale/locale.ts'

/** Returns a reference to the entries of a lookup by name, in the user's language. */
const ofKind = (kind: LookupKind) =>
  describeReference({
    list: endpoints.lookups.list,
    search: 'name',
    fixed: { kind },
    nameOf: ({ names }) => names[useLocale.getState().language],
  })

export const categoryReference = ofKind('CATEGORY')
export const originReference = ofKind('ORIGIN')
export const colourReference = ofKind('COLOUR')
export const unitReference = ofKind('UNIT')
