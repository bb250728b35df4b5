import type { Organisation } from '#contract/organisations.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { organisationForm } from './organisationForm.tsx'

/** An organisation, to be read and edited beside the list. */
export function OrganisationDetails({ id, row, changed }: DetailsProps<Organisation>) {
  return <RecordPanel form={organisationForm} id={id} onSaved={changed} readOnly={row?.role === 'PLATFORM' ? 'only' : 'view'} />
}
