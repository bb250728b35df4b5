import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { RecordDrawer } from '../../form/RecordDrawer.tsx'
import { useAdding } from '../../form/leaving/useAdding.ts'
import type { ToolbarProps } from '../../list/describe.ts'
import { organisationForm } from './organisationForm.tsx'

export function OrganisationToolbar({ changed, open }: ToolbarProps) {
  const intl = useIntl()
  const [isAdding, setAdding] = useAdding(organisationForm)
  return (
    <>
      <Button type="primary" onClick={() => setAdding(true)}>
        {intl.formatMessage({ id: 'organisation.new' })}
      </Button>
      <RecordDrawer
        form={organisationForm}
        id={isAdding ? 'new' : null}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => {
          changed()
          open(id)
        }}
      />
    </>
  )
}
