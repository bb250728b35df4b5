import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { fieldsOf, type AnyField } from './describe.ts'
import type { Values } from './values/normalize.ts'
import { differences, type Choice, type Difference } from './values/difference.ts'
import { Shown } from './RecordDetails.tsx'
import { useIsUploading } from './files/uploading.ts'
import type { FormState } from './useRecordForm.ts'

/** Shows where the user's input and another user's save differ. Fields that both changed need a choice before saving. */
export function ConflictDialog({ state }: { state: FormState }) {
  const { base, values, theirs } = state
  return (
    base && theirs && <Dialog key={String(theirs['version'])} state={state} base={base} mine={values} theirs={theirs} />
  )
}

interface Row extends Difference {
  field: AnyField
}

function Dialog({ state, base, mine, theirs }: { state: FormState; base: Values; mine: Values; theirs: Values }) {
  const intl = useIntl()
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const isUploading = useIsUploading(state.key)
  const fields = new Map(fieldsOf(state.form))
  const rows = differences(base, mine, theirs).flatMap((difference): Row[] => {
    const field = fields.get(difference.name)
    return field && !field.isSecret ? [{ ...difference, field }] : []
  })
  const chosen = ({ name, suggested }: Difference) => choices[name] ?? suggested
  const words = { null: 'conflict.both', mine: 'conflict.onlyMine', theirs: 'conflict.onlyTheirs' } as const

  return (
    <Modal
      open
      width={880}
      title={intl.formatMessage({ id: 'conflict.title' })}
      okText={intl.formatMessage({ id: 'conflict.save' })}
      okButtonProps={{ disabled: isUploading || rows.some((row) => chosen(row) === null) }}
      cancelText={intl.formatMessage({ id: 'conflict.back' })}
      onOk={() => state.resolve(Object.fromEntries(rows.map((row) => [row.name, chosen(row) ?? 'theirs'])))}
      onCancel={state.postpone}
    >
      <p>{intl.formatMessage({ id: rows.length === 0 ? 'conflict.none' : 'conflict.text' })}</p>
      {rows.map((row) => {
        const label = intl.formatMessage({ id: row.field.labelId })
        const options = [
          { value: 'mine', title: 'conflict.keepMine', shown: row.mine },
          { value: 'theirs', title: 'conflict.takeTheirs', shown: row.theirs },
        ] as const
        return (
          <fieldset key={row.name} className="conflict-field">
            <legend>
              {label}{' '}
              <span className="conflict-tag" data-open={row.suggested === null || undefined}>
                {intl.formatMessage({ id: words[`${row.suggested}`] })}
              </span>
            </legend>
            <div className="conflict-loaded">
              <span>{intl.formatMessage({ id: 'conflict.loaded' })}</span>
              <Shown field={row.field} value={row.loaded} />
            </div>
            <Radio.Group
              className="conflict-options"
              value={chosen(row)}
              onChange={(event) =>
                setChoices({ ...choices, [row.name]: event.target.value === 'mine' ? 'mine' : 'theirs' })
              }
            >
              {options.map(({ value, title, shown }) => (
                <Radio key={value} value={value}>
                  <span className="conflict-title">{intl.formatMessage({ id: title })}</span>
                  <Shown field={row.field} value={shown} />
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
        )
      })}
      {isUploading && <p role="status">{intl.formatMessage({ id: 'image.uploading' })}</p>}
    </Modal>
  )
}
