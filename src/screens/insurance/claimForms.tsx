import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference, useNames } from '../../api/references.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { policyReference } from '../../entities/policies/policyReference.ts'
import { bindingOf } from '../../form/controls/controlProps.ts'
import { RecordFinder } from '../../form/controls/RecordFinder.tsx'
import { describeForm, type Field } from '../../form/describe.ts'
import { date, money, pdf, select, text, textarea } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { listWords } from '../../locale/joins.ts'
import { DecisionFacts } from './DecisionFacts.tsx'

interface OfPolicy {
  policyId?: number | null | undefined
}

/** Field for animals of the form's policy. */
const animals: Field<OfPolicy, number[]> = {
  labelId: 'claim.animals',
  isWide: true,
  shownWhen: ({ policyId }) => policyId != null,
  Input({ value, values: { policyId }, onChange, ...props }) {
    const insured = describeReference({
      list: endpoints.animals.list,
      search: 'tag',
      nameOf: ({ visualTag }) => visualTag,
      fixed: { policyId: policyId ?? 0 },
    })
    return (
      <RecordFinder
        {...bindingOf(props)}
        to={insured}
        ids={value ?? []}
        maxCount={200}
        isMany
        placeholderId={undefined}
        onChange={onChange}
      />
    )
  },
  Show({ value }) {
    const intl = useIntl()
    const names = useNames(animalReference, value)
    return listWords(
      intl,
      value.map((id) => names.get(id) ?? `#${id}`),
    )
  },
}

export const claimForm = describeForm(endpoints.claims.addOrEdit, {
  noun: 'claims',
  newTitleId: 'claim.new',
  titleOf: ({ cause }) => cause,
  load: endpoints.claims.detail,
  sections: [
    {
      fields: {
        policyId: reference('insured.policy', policyReference, {
          isWide: true,
          lockedWhen: ({ id }) => id != null,
          changesWith: () => ({ animalIds: null }),
        }),
        animalIds: animals,
        happenedOn: date('claim.happenedOn'),
        amount: money('claim.amount'),
        cause: text('claim.cause', { isWide: true }),
        documentId: pdf('claim.document'),
      },
    },
  ],
  Facts: DecisionFacts,
})

/** Form for the insurer's decision on the selected claim. */
export const decideForm = describeForm(endpoints.claims.decide, {
  noun: 'claims.decide',
  newTitleId: 'claim.decide',
  newSaveId: 'claim.decide',
  newDone: () => ({ id: 'claim.decided', values: {} }),
  titleOf: () => '',
  sections: [
    {
      textId: 'claim.decideText',
      fields: {
        status: select('claim.status', ['PAID', 'REFUSED'], {
          wordOf: (status) => `claimStatus.${status}`,
          changesWith: (status) => (status === 'REFUSED' ? { paidAmount: null } : {}),
        }),
        decidedOn: date('claim.decidedOn'),
        paidAmount: money('claim.paidAmount', { shownWhen: ({ status }) => status === 'PAID' }),
        reason: textarea('claim.note', { rows: 2 }),
      },
    },
  ],
})
