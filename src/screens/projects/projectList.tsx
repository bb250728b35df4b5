import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useSession } from '../../api/session.ts'
import { describeList } from '../../list/describe.ts'
import { useFormats } from '../../locale/formats.ts'
import { approvalsPath, dailyLogPath, projectFormPath } from '../../navigation/paths.ts'
import { ProjectSummary } from './ProjectSummary.tsx'
import { projectTones } from './projectTones.ts'

export const projectList = describeList(endpoints.projects.list)({
  noun: 'projects',
  titleId: 'project.title',
  countId: 'project.count',
  emptyId: 'project.empty',
  next: [
    { titleId: 'project.new', call: endpoints.projects.addOrEdit, to: projectFormPath },
    { titleId: 'ticket.title', call: endpoints.tickets.list, to: approvalsPath },
    { titleId: 'monitor.name', call: endpoints.monitor.scene, to: '/dashboard/animal-monitor/monitor' },
  ],
  nameOf: ({ code, name }) => `${code} ${name}`,
  sort: { field: 'id', order: 'desc' },
  columns: {
    code: { titleId: 'project.code', width: 130 },
    name: { titleId: 'project.name', width: 200 },
    status: {
      titleId: 'project.status',
      width: 110,
      words: (status) => `projectStatus.${status}`,
      tone: (status) => projectTones[status],
    },
    bankOrgName: { titleId: 'organisationKind.BANK', width: 180, hideOrder: 2 },
    borrowerOrgName: { titleId: 'organisationKind.BORROWER', width: 180, hideOrder: 4 },
    supervisorOrgName: { titleId: 'organisationKind.SUPERVISOR', width: 180, hidden: true },
    loanAmount: { titleId: 'project.loanAmount', width: 140 },
    loanBalance: {
      titleId: 'project.loanBalance',
      width: 140,
      cell: ({ status, loanBalance }) => status !== 'CLOSED' && <Balance of={loanBalance} />,
    },
    contractHeadcount: { titleId: 'count.contracted', width: 100, hideOrder: 3 },
    startsOn: { titleId: 'project.startsOn', width: 110, hideOrder: 0 },
    endsOn: { titleId: 'project.endsOn', width: 110, hideOrder: 1 },
  },
  filters: [
    { field: 'name', titleId: 'project.search' },
    {
      field: 'isOnlyActive',
      titleId: 'project.which',
      words: (isOnly) => (isOnly === 'true' ? 'project.running' : 'project.all'),
    },
    { field: 'status', titleId: 'project.status', words: (status) => `projectStatus.${status}` },
  ],
  actions: [
    {
      key: 'remove',
      titleId: 'project.remove',
      danger: true,
      isSingle: true,
      appliesTo: ({ status }) => status === 'DRAFT',
      confirmId: 'project.removeText',
      doneId: 'project.removed',
      run: ({ id }, ask) => ask(endpoints.projects.remove, { id }),
    },
  ],
  Details: ProjectSummary,
  Toolbar: NewProject,
})

/** Remaining debt. */
function Balance({ of }: { of: string }) {
  return useFormats().amount(of)
}

function NewProject() {
  const intl = useIntl()
  const navigate = useNavigate()
  const role = useSession(({ session }) => session?.role ?? null)
  if (!mayCall(endpoints.projects.addOrEdit, role)) return null
  return (
    <>
      <Button onClick={() => void navigate(dailyLogPath)}>{intl.formatMessage({ id: 'dailyLog.new' })}</Button>
      <Button type="primary" onClick={() => void navigate(projectFormPath)}>
        {intl.formatMessage({ id: 'project.new' })}
      </Button>
    </>
  )
}
