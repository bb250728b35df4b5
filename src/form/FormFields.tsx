import './form.css'
import { Alert, Button, Form } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { FormFailure } from './FormFailure.tsx'
import { FieldRow } from './FieldRow.tsx'
import { UploadsOf, useIsUploading } from './files/uploading.ts'
import { LeaveGuard } from './leaving/LeaveGuard.tsx'
import { errorsAt } from './values/fieldErrors.ts'
import { isRequired } from './values/normalize.ts'
import { addUnsaved, removeUnsaved } from './leaving/unsaved.ts'
import type { FormState } from './useRecordForm.ts'

/** Fields of a form in their sections, with the messages that concern the whole form. */
export function FormFields({ state, title, autoFocus }: { state: FormState; title: string; autoFocus: boolean }) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const { form, values, key, focusing } = state
  const isUploading = useIsUploading(key)
  const save = async () => {
    if (!isUploading) await state.save()
  }
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const change = useCallback((name: string, value: unknown) => latest.current.change(name, value), [])
  const leave = useCallback((name: string) => latest.current.leave(name), [])
  const labels = form.sections.flatMap(({ fields }) =>
    fields
      .filter(([name]) => state.dirtyNames.includes(name))
      .map(([, { labelId }]) => intl.formatMessage({ id: labelId })),
  )
  const unsaved = labels.join('\n')

  useEffect(() => {
    if (state.isDirty) addUnsaved({ key, title, fields: unsaved === '' ? [] : unsaved.split('\n') })
    else removeUnsaved(key)
  }, [key, title, unsaved, state.isDirty])
  useEffect(() => () => removeUnsaved(key), [key])

  // Focuses the first field of a form opened for input.
  useEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('.form-field :is(input, textarea, button):enabled')
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
    if (autoFocus && !(isElsewhere && root.current?.contains(document.activeElement))) {
      root.current?.scrollIntoView({ block: 'start' })
      first?.focus({ preventScroll: true })
    }
  }, [autoFocus])

  useEffect(() => {
    if (focusing === 0) return
    const wrong = root.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-failure')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  }, [focusing])

  // Ctrl-S and Ctrl-Enter save from anywhere in this form, and from the page body.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && ['s', 'Enter'].includes(event.key)
      const target = event.target instanceof Node ? event.target : document.body
      const frame = root.current?.closest('.form-panel, [role="dialog"]') ?? root.current
      if (!isSave || !(target === document.body || frame?.contains(target))) return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  return (
    <UploadsOf value={key}>
      <div ref={root}>
        <LeaveGuard formKey={key} />
        <FormFailure state={state} />
        {state.isRestored && (
          <Alert
            className="form-notice"
            type="info"
            showIcon
            title={intl.formatMessage({ id: 'form.restored' })}
            action={
              <Button size="small" onClick={state.reset}>
                {intl.formatMessage({ id: 'form.discard' })}
              </Button>
            }
          />
        )}
        <Form id={formIdOf(state)} layout="vertical" component="form" onFinish={() => void save()} autoComplete="off">
          {form.sections.map(
            ({ titleId, textId, fields, shownWhen, Extra }, index) =>
              (shownWhen?.(values) ?? true) && (
                <fieldset key={titleId ?? index} className="form-section">
                  {titleId && <legend>{intl.formatMessage({ id: titleId })}</legend>}
                  {textId && <p className="form-section-text">{intl.formatMessage({ id: textId })}</p>}
                  <div className="form-grid">
                    {fields.map(
                      ([name, field]) =>
                        (field.shownWhen?.(values) ?? true) && (
                          <FieldRow
                            key={name}
                            id={`${key}-${name}`}
                            field={field}
                            value={values[name]}
                            values={values}
                            errors={errorsAt(state.errors, name)}
                            name={name}
                            required={
                              field.isMandatory === true || field.isMandatory?.(values) || isRequired(form.schema, name)
                            }
                            disabled={state.isSaving}
                            onChange={change}
                            onBlur={leave}
                          />
                        ),
                    )}
                  </div>
                  {Extra && <Extra values={values} set={state.set} readOnly={false} />}
                </fieldset>
              ),
          )}
        </Form>
      </div>
    </UploadsOf>
  )
}

/** Returns the id of the form element, for a button outside it. */
export function formIdOf({ key }: Pick<FormState, 'key'>): string {
  return `${key}-form`
}
