import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm, type Done } from '../../../form/describe.ts'
import { pdf, textarea } from '../../../form/fields.tsx'
import { pairsField, type Proposal } from './pairsField.tsx'
import { ReleaseCheck } from './ReleaseCheck.tsx'
import { SubstitutionFigures } from './SubstitutionFigures.tsx'

const why = { reason: textarea('ticket.reason', { rows: 2 }), documentId: pdf('collateral.document') }
const requested = {
  newSaveId: 'release.ask',
  newDone: (): Done => ({ id: 'collateral.asked', values: {} }),
  titleOf: () => '',
} as const

/** Form that requests the release of the selected animals. */
export const releaseForm = describeForm(endpoints.releases.request, {
  ...requested,
  noun: 'releases.request',
  newTitleId: 'release.title',
  sections: [{ textId: 'release.text', fields: why, Extra: ReleaseCheck }],
})

/** Form that requests substitutes for pledged animals from the server's proposal. */
export const substitutionForm = (proposal: Proposal) =>
  describeForm(endpoints.releases.substitute, {
    ...requested,
    noun: 'releases.substitute',
    newTitleId: 'substitution.title',
    sections: [
      { textId: 'substitution.text', fields: { pairs: pairsField(proposal) }, Extra: SubstitutionFigures },
      { fields: why },
    ],
  })
