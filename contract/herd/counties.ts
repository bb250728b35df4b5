import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { recordList } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { ofNoun } from '../calls/endpoint.ts'

export const countyEndpoints = ofNoun('counties', {
  list: recordList({
    path: '/collateral/web/farm/county',
    access: supervisorRoles,
    /** `id` is the code of GB/T 2260; `place` the province and the city that it is in. */
    item: z.object({ id: idSchema, name: z.string(), place: z.string() }),
    sort: ['id'],
    /** A part of the name, of the place or of the code. */
    filters: { name: z.string().max(60).optional() },
    about: 'The counties of China by code and name',
  }),
})
