import { z } from 'zod'
import { idSchema } from '../calls/envelope.ts'
import { recordList } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { ofNoun } from '../calls/endpoint.ts'

export const countyEndpoints = ofNoun('counties', {
  list: recordList({
    path: '/collateral/web/farm/county',
    access: supervisorRoles,
    /** `id` is the GB/T 2260 code; `place` is the province and city. */
    item: z.object({ id: idSchema, name: z.string(), place: z.string() }),
    sort: ['id'],
    /** Part of the name, the place or the code. */
    filters: { name: z.string().max(60).optional() },
    about: 'The counties of China by code and name',
  }),
})
