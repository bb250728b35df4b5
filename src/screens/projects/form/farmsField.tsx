import { Select } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { bindingOf, type Binding } from '../../../form/controls/controlProps.ts'
import type { Field } from '../../../form/describe.ts'
import { listWords } from '../../../locale/joins.ts'
import type { ProjectDraft } from './projectDraft.ts'

interface Chosen {
  id: number
  name?: string | undefined
}

/** Field for the farms with the project's herd: those of its borrower, or without a borrower yet. */
export const farmsField: Field<ProjectDraft, Chosen[]> = {
  labelId: 'project.farms',
  hintId: 'project.farmsHint',
  isWide: true,
  Show({ value }) {
    return listWords(
      useIntl(),
      value.map(({ name, id }) => name ?? `#${id}`),
    )
  },
  Input: ({ value, onChange, values: { id, borrowerOrgId }, ...props }) => (
    <FarmsInput
      {...bindingOf(props)}
      projectId={Number(id ?? 0)}
      borrowerOrgId={borrowerOrgId ?? null}
      chosen={value ?? []}
      onChange={onChange}
    />
  ),
}

interface Props extends Binding {
  projectId: number
  borrowerOrgId: number | null
  chosen: Chosen[]
  onChange: (chosen: Chosen[]) => void
}

function FarmsInput({ projectId, borrowerOrgId, chosen, onChange, ...binding }: Props) {
  const intl = useIntl()
  const { data, isLoading } = useCall(
    endpoints.projects.farmsAvailable,
    { id: projectId, ...(borrowerOrgId !== null && { borrowerOrgId }) },
    { keepsPrevious: true },
  )
  const farms = data?.list ?? []
  const nameOf = (id: number) => [...farms, ...chosen].find((one) => one.id === id)?.name ?? `#${id}`
  const words = ({ name, heads, isPledged }: (typeof farms)[number]) =>
    intl.formatMessage({ id: isPledged ? 'project.farmPledged' : 'project.farmHeads' }, { name, heads })
  return (
    <Select
      {...binding}
      mode="multiple"
      placeholder={intl.formatMessage({ id: 'project.farmsChoose' })}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      options={farms.map((farm) => ({ value: farm.id, label: words(farm) }))}
      notFoundContent={intl.formatMessage({ id: isLoading ? 'form.finding' : 'project.farmsNone' })}
      value={chosen.map(({ id }) => id)}
      labelRender={({ value }) => nameOf(Number(value))}
      onChange={(ids: number[]) => onChange(ids.map((id) => ({ id, name: nameOf(id) })))}
    />
  )
}
