import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { recordList } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'

export const borrowerEndpoints = {
  list: recordList({
    path: '/collateral/web/farm/borrower',
    access: supervisorRoles,
    item: z.object({ id: idSchema, name: z.string() }),
    sort: ['id', 'name'],
    filters: { name: z.string().optional() },
    about: 'The borrowers that a supervisor keeps farms for, or may keep farms for',
  }),
}
