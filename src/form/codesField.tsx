import { Select } from 'antd'
import { useIntl } from 'react-intl'
import { listWords } from '../locale/joins.ts'
import type { MessageId } from '../locale/languages.ts'
import { bindingOf } from './controls/controlProps.ts'
import type { Field } from './describe.ts'

interface Codes {
  labelId: MessageId
  hintId: MessageId
  emptyId?: MessageId
}

/** Field for several codes, which are the same in every language. `useOptions` returns those to choose from; null: any are typed. */
export function codes<V>({
  useOptions,
  ...options
}: Codes & { useOptions: () => string[] | null }): Field<V, string[]> {
  return {
    ...options,
    isWide: true,
    isSelfContained: true,
    Show: ({ value }) => <bdi dir="ltr">{listWords(useIntl(), value)}</bdi>,
    Input({ value, onChange, ...props }) {
      const found = useOptions()
      return (
        <Select<string[]>
          {...bindingOf(props)}
          mode={found === null ? 'tags' : 'multiple'}
          {...(found === null && { open: false, suffixIcon: null, tokenSeparators: [',', ' ', '\n'] })}
          value={value ?? []}
          options={(found ?? []).map((code) => ({ value: code, label: code }))}
          onChange={onChange}
        />
      )
    },
  }
}
