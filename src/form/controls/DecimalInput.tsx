import { InputNumber } from 'antd'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import type { FieldControlProps } from './controlProps.ts'
import { useNumberWriting } from './numberWriting.ts'

interface Props extends FieldControlProps<string> {
  /** Texts after and before the number. */
  unitId?: MessageId | undefined
  prefix?: string | undefined
  /** Decimal places; by default as many as typed. */
  places?: number | undefined
  step?: number | undefined
  placeholder?: string
}

/** Input for a number as decimal text, in the format of the user's language. */
export function DecimalInput({ value, onChange, unitId, prefix, places, step, ...props }: Props) {
  const intl = useIntl()
  const { write, read } = useNumberWriting(places)
  return (
    <InputNumber<string>
      {...props}
      {...(prefix !== undefined && { prefix })}
      {...(unitId && { suffix: intl.formatMessage({ id: unitId }) })}
      {...(places !== undefined && { precision: places })}
      {...(step !== undefined && { step })}
      stringMode
      className="form-number"
      value={value ?? null}
      formatter={(figure, { userTyping, input }) => (userTyping || !figure ? input : write(figure))}
      parser={(typed) => read(typed ?? '')}
      onChange={(figure) => onChange(figure || null)}
      changeOnWheel={false}
    />
  )
}
