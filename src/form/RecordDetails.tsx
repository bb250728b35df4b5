import { Descriptions } from 'antd'
import { useIntl } from 'react-intl'
import type { AnyField, AnyForm, Values } from './describe.ts'
import { isNothing } from './values/settle.ts'

/** The record to be read, from the same description as the form to change it. */
export function RecordDetails({ form, values }: { form: AnyForm; values: Values }) {
  const intl = useIntl()
  return form.sections.map(
    ({ titleId, fields, shownWhen, Extra }, index) =>
      (shownWhen?.(values) ?? true) && (
        <section key={titleId ?? index} className="form-section">
          <Descriptions
            title={titleId && intl.formatMessage({ id: titleId })}
            column={{ xs: 1, sm: 1, md: 2 }}
            layout="vertical"
            colon={false}
            size="small"
            items={fields
              .filter(([, field]) => !field.secret && (field.shownWhen?.(values) ?? true))
              .map(([name, field]) => ({
                key: name,
                label: intl.formatMessage({ id: field.labelId }),
                span: field.wide ? 'filled' : 1,
                children: <Shown field={field} value={values[name]} />,
              }))}
          />
          {Extra && <Extra values={values} set={() => {}} readOnly />}
        </section>
      ),
  )
}

/** A field's value in words; nothing is a dash. */
export function Shown({ field: { Show }, value }: { field: AnyField; value: unknown }) {
  const intl = useIntl()
  return isNothing(value) ? intl.formatMessage({ id: 'form.nothing' }) : <Show value={value} />
}
