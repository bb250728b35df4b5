import { useIntl } from 'react-intl'
import type { Project } from '#contract/projects/projects.ts'
import { ProjectFigures } from '../../figures/ProjectFigures.tsx'
import type { ProjectPart } from '../../past/moments.ts'
import { ProjectFacts } from '../../ProjectFacts.tsx'

/** Statuses with headcounts. */
const counted: ReadonlySet<Project['status']> = new Set(['ACTIVE', 'CLOSING', 'CLOSED'])

/** Numbers of a project once it runs, and its terms, parties and farms. */
export function OverviewTab({ project, moment }: ProjectPart) {
  const intl = useIntl()
  return (
    <>
      {(counted.has(project.status) || moment !== null) && (
        <ProjectFigures id={project.id} isLent={project.status !== 'CLOSED'} moment={moment} />
      )}
      <div className="project-overview">
        <section className="panel" aria-label={intl.formatMessage({ id: 'project.terms' })}>
          <ProjectFacts project={project} />
        </section>
      </div>
    </>
  )
}
