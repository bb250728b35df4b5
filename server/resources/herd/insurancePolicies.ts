import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { ownDocuments } from '../files/fileOwners.ts'
import { visibleFarms } from '../visibility.ts'
import { standing } from './coverage/standing.ts'

export const insurancePolicies = describeRecords('insurancePolicies', {
  ...standing,
  noun: 'insurance',
  table: 'insurance_policies',
  fields: {
    ...standing.fields,
    farmId: reference('farm_id', visibleFarms),
    documentId: reference('document_id', ownDocuments),
  },
  inputs: { allowsTwice: null },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { insurance_policies_number: 'number' },
  farm: 'farmId',
})

export const insurancePolicyHandlers = recordHandlers(insurancePolicies)
