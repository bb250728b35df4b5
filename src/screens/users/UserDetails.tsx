import type { User } from '#contract/users.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { userForm } from './userForm.tsx'

/** A user, to be read and edited beside the list. */
export function UserDetails({ id, changed }: DetailsProps<User>) {
  return <RecordPanel form={userForm} id={id} onSaved={changed} readOnly="view" />
}
