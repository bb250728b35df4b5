import { useIntl } from 'react-intl'
import type { Project, ProjectUser } from '#contract/projects/projects.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { listWords } from '../../locale/joins.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { projectTones } from './projectTones.ts'

const monitorPath = '/dashboard/animal-monitor/monitor'

/** Terms of a project, its parties and their users, and its farms. */
export function ProjectFacts({ project }: { project: Project }) {
  const intl = useIntl()
  const { amount, count, coverageLine, date } = useFormats()
  return (
    <>
      <FactSection titleId="project.terms">
        <Fact labelId="project.code">
          <bdi>{project.code}</bdi>
        </Fact>
        <Fact labelId="project.status">
          <Tag tone={projectTones[project.status]}>{intl.formatMessage({ id: `projectStatus.${project.status}` })}</Tag>
        </Fact>
        <Fact labelId="project.loanAmount">{amount(project.loanAmount)}</Fact>
        {project.status !== 'CLOSED' && <Fact labelId="project.loanBalance">{amount(project.loanBalance)}</Fact>}
        <Fact labelId="count.contracted">{count(project.contractHeadcount)}</Fact>
        <Fact labelId="project.period">
          {intl.formatMessage({ id: 'project.fromTo' }, { from: date(project.startsOn), to: date(project.endsOn) })}
        </Fact>
        <Fact labelId="project.warningLine">{coverageLine(project.warningLine)}</Fact>
        <Fact labelId="project.minimumLine">{coverageLine(project.minimumLine)}</Fact>
        <Fact labelId="farm.window">
          {intl.formatMessage({ id: 'figures.window' }, { minutes: project.windowMinutes })}
        </Fact>
        {project.remark && (
          <Fact labelId="project.remark">
            <span className="form-lines">{project.remark}</span>
          </Fact>
        )}
      </FactSection>
      <FactSection titleId="project.parties">
        <Party
          labelId="organisationKind.BANK"
          name={project.bankOrgName}
          users={[...project.bankUsers, ...project.bankNoOrgUser]}
        />
        <Party labelId="organisationKind.BORROWER" name={project.borrowerOrgName} users={project.borrowerOrgUsers} />
        <Party
          labelId="organisationKind.SUPERVISOR"
          name={project.supervisorOrgName}
          users={project.supervisorOrgUsers}
        />
      </FactSection>
      <FactSection titleId="farm.title">
        <Fact labelId="project.farms">
          {project.farms.length === 0
            ? null
            : project.farms.map(({ id, name }) => (
                <span key={id} className="project-farm">
                  <ScreenLink to={`${monitorPath}?farm=${id}`}>{name}</ScreenLink>
                </span>
              ))}
        </Fact>
      </FactSection>
    </>
  )
}

interface PartyProps {
  labelId: 'organisationKind.BANK' | 'organisationKind.BORROWER' | 'organisationKind.SUPERVISOR'
  name: string | null
  users: readonly ProjectUser[]
}

/** A party with its users who follow the project. */
function Party({ labelId, name, users }: PartyProps) {
  const intl = useIntl()
  return (
    <Fact labelId={labelId}>
      {name && (
        <>
          <bdi>{name}</bdi>
          {users.length > 0 && (
            <span className="project-people">
              {listWords(
                intl,
                users.map(({ displayName }) => displayName),
              )}
            </span>
          )}
        </>
      )}
    </Fact>
  )
}
