import { CallError } from '../../../callError.ts'
import { describeRecords } from '../../../records/describe.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { openMembers } from './groupMembers.ts'

export const animalGroups = describeRecords('animalGroups', {
  noun: 'animalGroup',
  table: 'animal_groups',
  fields: {
    organisationId: 'organisation_id',
    heads: (sql) => sql`(select count(*)::int from ${openMembers(sql)} and m.group_id = r.id)`,
  },
  visible: (sql, { organisationId }) => sql`r.organisation_id = ${organisationId}`,
  unique: { animal_groups_name: 'name' },
  organisation: 'organisationId',
  sort: { field: 'name', order: 'asc' },
  hooks: {
    async beforeSave({ caller, before }) {
      if (caller.organisationId === null) throw new CallError('NOT_ALLOWED')
      return before === null ? { organisation_id: caller.organisationId } : {}
    },
  },
})

export const animalGroupHandlers = recordHandlers(animalGroups)
