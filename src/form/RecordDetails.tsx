import { useIntl } from 'react-intl'
import type { AnyField, AnyForm, Values } from './describe.ts'
import { isNothing } from './values/settle.ts'

/** The record to be read, from the same description as the form to change it. */
export function RecordDetails({ form, values }: { form: AnyForm; values: Values }) {
  const intl = useIntl()
  return form.sections.map(
    ({ titleId, fields, shownWhen, Extra }, index) =>
      (shownWhen?.(values) ?? true) && (
        <section key={titleId ?? index} className="record-section">
          {titleId && <h3>{intl.formatMessage({ id: titleId })}</h3>}
          <dl className="record-facts">
            {fields
              .filter(([, field]) => !field.secret && (field.shownWhen?.(values) ?? true))
              .map(([name, field]) => (
                <div key={name}>
                  <dt>{intl.formatMessage({ id: field.labelId })}</dt>
                  <dd>
                    <Shown field={field} value={values[name]} />
                  </dd>
                </div>
              ))}
          </dl>
          {Extra && <Extra values={values} set={() => {}} readOnly />}
        </section>
      ),
  )
}

/** A field's value in words; nothing is a dash. Text of another direction than the page's keeps its own. */
export function Shown({ field: { Show }, value }: { field: AnyField; value: unknown }) {
  const intl = useIntl()
  return <bdi>{isNothing(value) ? intl.formatMessage({ id: 'form.nothing' }) : <Show value={value} />}</bdi>
}
