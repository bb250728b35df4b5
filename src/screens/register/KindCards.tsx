import { BankOutlined, SafetyCertificateOutlined, ShopOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import { registrableKinds } from '#contract/people/roles.ts'

export type RegistrableKind = (typeof registrableKinds)[number]

const icons = { BANK: BankOutlined, BORROWER: ShopOutlined, SUPERVISOR: SafetyCertificateOutlined } as const

interface Props {
  id?: string
  value?: RegistrableKind
  onChange?: (kind: RegistrableKind) => void
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
}

/** Kinds of organisation as cards. Each is a native radio button, with keyboard and screen reader support. */
export function KindCards({ id, value, onChange, ...aria }: Props) {
  const intl = useIntl()
  return (
    <div
      className="kind-cards"
      role="radiogroup"
      aria-label={intl.formatMessage({ id: 'register.kind' })}
      aria-describedby={aria['aria-describedby']}
    >
      {registrableKinds.map((kind, place) => {
        const Icon = icons[kind]
        return (
          <label key={kind} className="kind-card">
            <input
              // Focusing the field focuses its first button, as the group itself cannot be focused.
              {...(place === 0 && id !== undefined && { id })}
              type="radio"
              name="organizationRole"
              value={kind}
              checked={value === kind}
              onChange={() => onChange?.(kind)}
              aria-labelledby={`kind-${kind}`}
              aria-describedby={`kind-text-${kind}`}
            />
            <Icon className="kind-card-sign" aria-hidden="true" />
            <strong id={`kind-${kind}`}>{intl.formatMessage({ id: `organisationKind.${kind}` })}</strong>
            <span id={`kind-text-${kind}`}>{intl.formatMessage({ id: `register.kindText.${kind}` })}</span>
          </label>
        )
      })}
    </div>
  )
}
