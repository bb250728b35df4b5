import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { RecordForm } from '../form/describe.ts'
import { useAdding } from '../form/leaving/useAdding.ts'
import { RecordDrawer } from '../form/RecordDrawer.tsx'
import { RecordPanel } from '../form/RecordPanel.tsx'
import type { DetailsProps, ToolbarProps } from './describe.ts'

/**
 * The details of a list whose rows a form describes: read beside the list, and edited there.
 * @param isFixed rows that nobody may edit here
 */
export function formDetails<R extends object>(form: RecordForm<object, { id: number }>, isFixed: (row: R) => boolean = () => false): (props: DetailsProps<R>) => ReactNode {
  return function FormDetails({ id, row }) {
    return <RecordPanel form={form} id={id} readOnly={row && isFixed(row) ? 'only' : 'view'} />
  }
}

/** The button that adds a record by a form; what was added is opened. */
export function formToolbar(form: RecordForm<object, { id: number }>): (props: ToolbarProps) => ReactNode {
  return function FormToolbar({ open }) {
    const intl = useIntl()
    const [isAdding, setAdding] = useAdding(form)
    return (
      <>
        <Button type="primary" onClick={() => setAdding(true)}>
          {intl.formatMessage({ id: form.newTitleId })}
        </Button>
        <RecordDrawer
          form={form}
          id={isAdding ? 'new' : null}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => open(id)}
        />
      </>
    )
  }
}
