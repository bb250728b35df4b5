import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { RecordDrawer } from '../../form/RecordDrawer.tsx'
import { useAdding } from '../../form/leaving/useAdding.ts'
import type { ToolbarProps } from '../../list/describe.ts'
import { userForm } from './userForm.tsx'

export function UserToolbar({ changed, open }: ToolbarProps) {
  const intl = useIntl()
  const [isInviting, setInviting] = useAdding(userForm)
  return (
    <>
      <Button type="primary" onClick={() => setInviting(true)}>
        {intl.formatMessage({ id: 'user.new' })}
      </Button>
      <RecordDrawer
        form={userForm}
        id={isInviting ? 'new' : null}
        onClose={() => setInviting(false)}
        onSaved={({ id }) => {
          changed()
          open(id)
        }}
      />
    </>
  )
}
