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
  /** Accepts fewer decimal places and shows as many as typed. */
  isExact?: boolean
  step?: number | undefined
  placeholder?: string
}

/** Begins the value of a text that is no number, so that the field's schema refuses it and the text stays. */
const notANumber = 'NaN'

/** Input for a number as decimal text, in the format of the user's language. */
export function DecimalInput({ value, onChange, unitId, prefix, places, isExact = false, step, ...props }: Props) {
  const intl = useIntl()
  const { read } = useNumberWriting(places)
  const { write } = useNumberWriting(isExact ? undefined : places)
  return (
    <InputNumber<string>
      {...props}
      {...(prefix !== undefined && { prefix })}
      {...(unitId && { suffix: intl.formatMessage({ id: unitId }) })}
      {...(places !== undefined && !isExact && { precision: places })}
      {...(step !== undefined && { step })}
      stringMode
      className="form-number"
      value={value == null || value.startsWith(notANumber) ? null : value}
      formatter={(figure, { userTyping, input }) => (userTyping || !figure ? input : write(figure))}
      parser={(typed) => read(typed ?? '')}
      onChange={(figure) => onChange(figure || null)}
      onInput={(typed) => {
        if (typed.trim() !== '' && read(typed) === '') onChange(`${notANumber} ${typed}`)
      }}
      changeOnWheel={false}
    />
  )
}
