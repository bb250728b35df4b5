/** A small noun as a newcomer adds it: the vets of a supervisor. Its files, by path. */
export const newFiles: Readonly<Record<string, string>> = {
  'contract/people/vets.ts': `import { z } from 'zod'
import { ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from './roles.ts'

const fields = { name: z.string().trim().min(1).max(60), telephone: z.string().trim().max(40).nullable() }

export const vetEndpoints = ofNoun(
  'vets',
  recordEndpoints({
    path: '/collateral/web/vet',
    access: supervisorRoles,
    item: z.object({ ...recordFields, organisationId: idSchema, ...fields }),
    input: z.object({ ...recordInput, ...fields, telephone: fields.telephone.optional() }),
    sort: ['id', 'name'],
    filters: { name: z.string().max(60).optional() },
    about: 'Vets',
  }),
)
`,
  'server/db/migrations/999-vets.sql': `create table vets (
  like record_columns including defaults,
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations,
  name text not null,
  telephone text
);
create unique index vets_name on vets (organisation_id, name) where deleted_at is null;
`,
  'server/resources/people/vets.ts': `import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { ofOwnOrganisation } from '../ownOrganisation.ts'

export const vets = describeRecords('vets', { noun: 'vet', table: 'vets', unique: { vets_name: 'name' }, ...ofOwnOrganisation })

export const vetHandlers = recordHandlers(vets)
`,
  'src/screens/vets/vets.ts': `import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../form/describe.ts'
import { text } from '../../form/fields.tsx'
import { describeRecords } from '../../list/describeRecords.tsx'

const vetForm = describeForm(endpoints.vets.addOrEdit, {
  noun: 'vets',
  newTitleId: 'vet.new',
  titleOf: ({ name }) => name,
  load: endpoints.vets.detail,
  sections: [{ fields: { name: text('vet.name'), telephone: text('vet.telephone') } }],
})

export const vets = describeRecords(endpoints.vets, { newTitleId: 'vet.new', load: async () => vetForm })({
  noun: 'vets',
  titleId: 'vet.title',
  countId: 'vet.count',
  emptyId: 'vet.empty',
  nameOf: ({ name }) => name,
  columns: { name: { titleId: 'vet.name' }, telephone: { titleId: 'vet.telephone' } },
  filters: [{ field: 'name', titleId: 'vet.name' }],
})
`,
}

const route = `  {
    path: '/dashboard/animal-monitor/animal/vet',
    titleId: 'vet.title',
    icon: 'users',
    roles: supervisorRoles,
    menu: 'herd',
    load: recordsScreen(async () => (await import('../screens/vets/vets.ts')).vets),
  },
`

const words = (title: string, count: string, empty: string, add: string, name: string, telephone: string) =>
  `  "vet.title": "${title}",
  "vet.count": "${count}",
  "vet.empty": "${empty}",
  "vet.new": "${add}",
  "vet.name": "${name}",
  "vet.telephone": "${telephone}",
`

/** Its lines in the files that exist, by path; each after the first line that has the mark. */
export const newLines: Readonly<Record<string, { after: string; lines: string }>> = {
  'contract/calls/nouns.ts': {
    after: 'userEndpoints as users',
    lines: `export { vetEndpoints as vets } from '../people/vets.ts'\n`,
  },
  'server/resources/nouns.ts': {
    after: 'userHandlers as users',
    lines: `export { vetHandlers as vets } from './people/vets.ts'\n`,
  },
  'src/routes/herdScreens.ts': { after: 'export const herdScreens = [', lines: route },
  'locales/en-US.json': {
    after: '{',
    lines: words(
      'Vets',
      '{count, plural, one {# vet} other {# vets}}',
      'No vets yet.',
      'New vet',
      'Name',
      'Mobile number',
    ),
  },
  'locales/pt-BR.json': {
    after: '{',
    lines: words(
      'Veterinários',
      '{count, plural, one {# veterinário} other {# veterinários}}',
      'Nenhum veterinário ainda.',
      'Novo veterinário',
      'Nome',
      'Celular',
    ),
  },
  'locales/zh-CN.json': {
    after: '{',
    lines: words('兽医', '{count} 名兽医', '暂无兽医。', '新增兽医', '姓名', '手机号'),
  },
  'locales/zh-TW.json': {
    after: '{',
    lines: words('獸醫', '{count} 名獸醫', '尚無獸醫。', '新增獸醫', '姓名', '手機號碼'),
  },
}
