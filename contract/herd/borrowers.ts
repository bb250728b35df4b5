import { z } from 'zod'
import { idSchema, textFilter } from '../calls/envelope.ts'
import { recordList } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { ofNoun } from '../calls/endpoint.ts'

export const borrowerEndpoints = ofNoun('borrowers', {
  list: recordList({
    path: '/collateral/web/farm/borrower',
    access: supervisorRoles,
    item: z.object({ id: idSchema, name: z.string() }),
    sort: ['id', 'name'],
    filters: { name: textFilter },
    about:
      'The borrowers that a supervisor keeps farms for, or may keep farms for; `name` is looked for in names and credit codes',
  }),
})
