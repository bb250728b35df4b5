import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { recordDetail, recordEndpoints, recordFields, recordInput, recordList } from '../calls/records.ts'

/** Lists of choices maintained by the platform: units of collateral, and an animal's category, origin and colour. */
export const lookupKinds = ['UNIT', 'CATEGORY', 'ORIGIN', 'COLOUR'] as const
export const lookupKindSchema = z.enum(lookupKinds)
export type LookupKind = (typeof lookupKinds)[number]

const name = z.string().trim().min(1).max(60)
/** A name in each language of the console. */
export const lookupNamesSchema = z.object({ 'zh-CN': name, 'zh-TW': name, 'en-US': name, 'pt-BR': name })
export type LookupNames = z.infer<typeof lookupNamesSchema>

/** One entry of a list. A retired entry stays on existing records and cannot be chosen for others. */
export const lookupSchema = z.object({
  ...recordFields,
  kind: lookupKindSchema,
  /** Immutable code for other programs, such as `CATTLE`. */
  code: z.string(),
  names: lookupNamesSchema,
  /** Position in the list. */
  place: z.number().int(),
  isRetired: z.boolean(),
  /** Whether records use it; then it can be retired but not removed. */
  isUsed: z.boolean(),
})
export type Lookup = z.infer<typeof lookupSchema>

export const lookupInputSchema = z.object({
  ...recordInput,
  kind: lookupKindSchema,
  names: lookupNamesSchema,
  isRetired: z.boolean().optional(),
})

const path = '/collateral/web/lookup'
const access = ['ADMIN_PLATFORM'] as const
const { addOrEdit, remove, history } = recordEndpoints({
  path,
  access,
  item: lookupSchema,
  input: lookupInputSchema,
  sort: ['id'],
  filters: {},
  about: '',
})

export const lookupEndpoints = ofNoun('lookups', {
  list: recordList({
    path,
    access: 'signedIn',
    item: lookupSchema,
    sort: ['id', 'place', 'code'],
    filters: {
      kind: lookupKindSchema.optional(),
      /** Part of a name, in any language. */
      name: z.string().max(60).optional(),
      isRetired: z.boolean().optional(),
    },
    about: 'Units of collateral; categories, origins and colours of animals, with those that are retired',
  }),
  detail: recordDetail(path, 'signedIn', lookupSchema),
  addOrEdit,
  remove,
  history,
  order: endpoint({
    method: 'PUT',
    path: `${path}/order`,
    access,
    input: z.object({ kind: lookupKindSchema, ids: z.array(idSchema).min(1).max(1000) }),
    reply: z.object({ changed: z.number().int() }),
    summary:
      'Puts the entries of a list into an order: all of their ids. 409 where others were added, removed or moved meanwhile.',
  }),
  unitNames: endpoint({
    method: 'GET',
    path: '/collateral/common/collateral/unitName/list',
    access: 'signedIn',
    input: z.object({}),
    reply: z.array(z.object({ id: idSchema, code: z.string(), name: z.string() })),
    summary: 'The units that collateral may be counted in, in their order, by their names in the caller’s language.',
  }),
})
