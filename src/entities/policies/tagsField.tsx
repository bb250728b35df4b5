import { Input } from 'antd'
import { useState } from 'react'
import type { Field, FieldProps } from '../../form/describe.ts'
import { bindingOf } from '../../form/controls/controlProps.ts'

/** Splits text into distinct tags, separated by line breaks, spaces, commas or semicolons. */
export const tagsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;\uff0c\uff1b\u3001]+/).filter((tag) => tag !== '')),
]

function TagsInput({ value, onChange, ...props }: FieldProps<object, string[]>) {
  const [text, setText] = useState(() => (value ?? []).join('\n'))
  return (
    <Input.TextArea
      {...bindingOf(props)}
      autoSize={{ minRows: 4, maxRows: 16 }}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(tagsIn(target.value))
      }}
    />
  )
}

/** Field for a list of ear tags. */
export const tagsField: Field<object, string[]> = {
  labelId: 'insured.tags',
  hintId: 'insured.tagsHint',
  isWide: true,
  isSelfContained: true,
  Input: TagsInput,
  Show: ({ value }) => value.join(' '),
}
