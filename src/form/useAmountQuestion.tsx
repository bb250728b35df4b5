import { App } from 'antd'
import { useIntl } from 'react-intl'
import { numberWriting } from './controls/numberWriting.ts'
import type { FarAmount } from './values/amounts.ts'

/** Returns a function that asks whether amounts are meant that differ much from the stored ones. */
export function useAmountQuestion(): (amounts: readonly FarAmount[]) => Promise<boolean> {
  const { modal } = App.useApp()
  const intl = useIntl()
  const { write } = numberWriting(intl.locale, undefined)
  return (amounts) =>
    new Promise((resolve) => {
      void modal.confirm({
        title: intl.formatMessage({ id: 'form.amountTitle' }),
        content: (
          <ul>
            {amounts.map(({ labelId, before, after }) => (
              <li key={labelId}>
                {intl.formatMessage(
                  { id: 'form.amountText' },
                  { label: intl.formatMessage({ id: labelId }), before: write(before), after: write(after) },
                )}
              </li>
            ))}
          </ul>
        ),
        okText: intl.formatMessage({ id: 'form.amountKeep' }),
        cancelText: intl.formatMessage({ id: 'form.amountBack' }),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
}
