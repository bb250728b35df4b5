import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm } from '../../../form/describe.ts'
import { date, money, number, ratio, text, textarea } from '../../../form/fields.tsx'
import { farmsField } from './farmsField.tsx'
import { partyField } from './partyField.tsx'
import { usersField } from './usersField.tsx'

/** Form of a project's terms, parties with their users, and farms; approvals make them binding. */
export const projectForm = describeForm(endpoints.projects.addOrEdit, {
  noun: 'projects',
  newTitleId: 'project.new',
  titleOf: ({ code, name }) => `${code} ${name}`,
  load: endpoints.projects.detail,
  initialValues: {
    id: 0,
    warningLine: '1.2',
    minimumLine: '1',
    windowMinutes: 60,
    supervisorOrgUsers: [],
    bankUsers: [],
    borrowerOrgUsers: [],
    bankNoOrgUser: [],
    farms: [],
  },
  sections: [
    {
      titleId: 'project.terms',
      fields: {
        code: text('project.code'),
        name: text('project.name'),
        loanAmount: money('project.loanAmount'),
        contractHeadcount: number('count.contracted', { unitId: 'unit.heads', places: 0 }),
        startsOn: date('project.startsOn'),
        endsOn: date('project.endsOn', { notBefore: ({ startsOn }) => startsOn }),
      },
    },
    {
      titleId: 'project.lines',
      textId: 'project.linesText',
      fields: {
        warningLine: ratio('project.warningLine'),
        minimumLine: ratio('project.minimumLine'),
        windowMinutes: number('farm.window', { unitId: 'unit.minutes', places: 0, hintId: 'farm.windowHint' }),
      },
    },
    {
      titleId: 'project.parties',
      textId: 'project.partiesText',
      fields: {
        bankOrgName: partyField('organisationKind.BANK', 'BANK', (id) => ({ bankOrgId: id, bankUsers: [] })),
        borrowerOrgName: partyField('organisationKind.BORROWER', 'BORROWER', (id) => ({
          borrowerOrgId: id,
          borrowerOrgUsers: [],
          farms: [],
        })),
        bankUsers: usersField('project.bankUsers', ({ bankOrgId }) => bankOrgId, { hintId: 'project.peopleHint' }),
        borrowerOrgUsers: usersField('project.borrowerUsers', ({ borrowerOrgId }) => borrowerOrgId, {
          hintId: 'project.peopleHint',
        }),
        supervisorOrgUsers: usersField('project.supervisorUsers', 'own'),
        bankNoOrgUser: usersField('project.bankNoOrgUser', 'none', { hintId: 'project.bankNoOrgHint' }),
      },
    },
    { titleId: 'farm.title', fields: { farms: farmsField } },
    { fields: { remark: textarea('project.remark') } },
  ],
})
