import { Alert, Checkbox, Input, Radio } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import { useFormats } from '../../locale/formats.ts'
import type { SettlementDraft } from './decisionFacts.ts'

interface SettlementProps {
  /** Decimal text. */
  owed: string
  draft: SettlementDraft
  onChange: (draft: SettlementDraft) => void
}

/** Asks the bank what becomes of the money that a closing project owes. */
export function SettlementInput({ owed, draft, onChange }: SettlementProps) {
  const intl = useIntl()
  const { amount } = useFormats()
  const id = useId()
  const choices = [
    ['REPAID', 'ticket.settled.REPAID'],
    ['WRITTEN_OFF', 'ticket.settled.WRITTEN_OFF'],
    ['PARTLY', 'ticket.settled.PARTLY'],
  ] as const
  return (
    <fieldset className="ticket-facts">
      <legend>
        <Alert
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'ticket.owedText' }, { amount: amount(owed) })}
        />
      </legend>
      <Radio.Group value={draft.as} onChange={({ target }) => onChange({ ...draft, as: target.value })}>
        {choices.map(([as, textId]) => (
          <Radio key={as} value={as}>
            {intl.formatMessage({ id: textId }, { amount: amount(owed) })}
          </Radio>
        ))}
      </Radio.Group>
      {draft.as === 'PARTLY' && (
        <>
          <label htmlFor={id}>{intl.formatMessage({ id: 'ticket.figure.repaid' })}</label>
          <Input
            id={id}
            inputMode="decimal"
            value={draft.repaid}
            onChange={({ target }) => onChange({ ...draft, repaid: target.value.trim() })}
          />
        </>
      )}
    </fieldset>
  )
}

interface DifferenceProps {
  difference: { stated: number; named: number }
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

/** Asks deciders to confirm that a request states another number of heads than it names animals. */
export function DifferenceInput({ difference, isConfirmed, onChange }: DifferenceProps) {
  const intl = useIntl()
  return (
    <Checkbox checked={isConfirmed} onChange={({ target }) => onChange(target.checked)}>
      {intl.formatMessage({ id: 'ticket.difference' }, difference)}
    </Checkbox>
  )
}
