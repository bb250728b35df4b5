import './form.css'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../locale/languages.ts'
import type { AnyField, AnyForm } from './describe.ts'
import type { Values } from './values/normalize.ts'
import { isUnset } from './values/normalize.ts'

/** Read-only view of a record, from the same description as its form. */
export function RecordDetails({ form, values, record }: { form: AnyForm; values: Values; record: object | null }) {
  const { sections, Facts } = form
  return (
    <>
      {sections.map(
        ({ titleId, fields, shownWhen, Extra }, index) =>
          (shownWhen?.(values) ?? true) && (
            <FactSection
              key={titleId ?? index}
              titleId={titleId}
              extra={Extra && <Extra values={values} set={() => {}} readOnly />}
            >
              {fields
                .filter(([, field]) => !field.isSecret && (field.shownWhen?.(values) ?? true))
                .map(([name, field]) => (
                  <Fact key={name} labelId={field.labelId}>
                    <Shown field={field} value={values[name]} />
                  </Fact>
                ))}
            </FactSection>
          ),
      )}
      {Facts && record && <Facts record={record} />}
    </>
  )
}

interface FactSectionProps {
  titleId: MessageId | undefined
  children: ReactNode
  extra?: ReactNode
}

/** Section of a read-only record: title, facts and additional content. */
export function FactSection({ titleId, children, extra }: FactSectionProps) {
  const intl = useIntl()
  return (
    <section className="record-section">
      {titleId && <h3>{intl.formatMessage({ id: titleId })}</h3>}
      <dl className="record-facts">{children}</dl>
      {extra}
    </section>
  )
}

/** A fact of a record with its label; a missing value shows a dash. */
export function Fact({ labelId, children }: { labelId: MessageId; children: ReactNode }) {
  const intl = useIntl()
  return (
    <div>
      <dt>{intl.formatMessage({ id: labelId })}</dt>
      <dd>{children ?? intl.formatMessage({ id: 'form.nothing' })}</dd>
    </div>
  )
}

/** Shows a field's value as text. A missing value shows a dash or the field's own text. Text keeps its own direction. */
export function Shown({ field: { Show, emptyId = 'form.nothing' }, value }: { field: AnyField; value: unknown }) {
  const intl = useIntl()
  const isEmpty = isUnset(value) || (Array.isArray(value) && value.length === 0)
  return <bdi>{isEmpty ? intl.formatMessage({ id: emptyId }) : <Show value={value} />}</bdi>
}
