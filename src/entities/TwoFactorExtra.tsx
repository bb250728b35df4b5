import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../api/failures.ts'
import { useCall } from '../api/queries.ts'

interface Props {
  values: { id?: unknown }
}

/** Shows how many users of an organisation must set up a second factor, before it is required of them. */
export function TwoFactorExtra({ values }: Props) {
  const intl = useIntl()
  const id = Number(values.id ?? 0)
  const { data } = useCall(endpoints.organisations.detail, { id }, { isEnabled: id > 0, shows: inPlace })
  if (!data) return null
  const active = data.members.filter(({ status }) => status === 'ACTIVE' || status === 'INVITED').length
  return (
    <p className="form-section-text">
      {intl.formatMessage({ id: 'organisation.withoutTwoFactor' }, { count: data.withoutTwoFactor, of: active })}
    </p>
  )
}
