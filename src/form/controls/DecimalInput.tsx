import { InputNumber } from 'antd'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import type { FieldControlProps } from './controlProps.ts'
import { useNumberWriting } from './numberWriting.ts'

interface Props extends FieldControlProps<string> {
  /** Written behind the figure, and before it. */
  unitId?: MessageId | undefined
  prefix?: string | undefined
  /** Places after the decimal sign; else as many as are typed. */
  places?: number | undefined
  step?: number | undefined
  placeholder?: string
}

/** A number as its decimal text, written as the reader's language writes it. */
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
