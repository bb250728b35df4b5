import { useIntl } from 'react-intl'
import type { Project } from '#contract/projects/projects.ts'
import { ProjectFigures } from '../../figures/ProjectFigures.tsx'
import type { ProjectPart } from '../../past/moments.ts'
import { ProjectFacts } from '../../ProjectFacts.tsx'

/** Nothing is counted before. */
const counted: ReadonlySet<Project['status']> = new Set(['ACTIVE', 'CLOSING', 'CLOSED'])

/** How a project stands, once it runs, and what it is: its terms, its parties, its farms. */
export function OverviewTab({ project, moment }: ProjectPart) {
  const intl = useIntl()
  return (
    <>
      {(counted.has(project.status) || moment !== null) && <ProjectFigures id={project.id} isLent={project.status !== 'CLOSED'} moment={moment} />}
      <div className="project-overview">
        <section className="panel" aria-label={intl.formatMessage({ id: 'project.terms' })}>
          <ProjectFacts project={project} />
        </section>
      </div>
    </>
  )
}
