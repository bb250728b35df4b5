import { describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { ofOwnOrganisation } from '../../ownOrganisation.ts'
import { openMembers } from './groupMembers.ts'

export const animalGroups = describeRecords('animalGroups', {
  noun: 'animalGroup',
  table: 'animal_groups',
  fields: { heads: (sql) => sql`(select count(*)::int from ${openMembers(sql)} and m.group_id = r.id)` },
  unique: { animal_groups_name: 'name' },
  sort: { field: 'name', order: 'asc' },
  ...ofOwnOrganisation,
})

export const animalGroupHandlers = recordHandlers(animalGroups)
