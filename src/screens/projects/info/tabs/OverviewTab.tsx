import { useIntl } from 'react-intl'
import type { Project } from '#contract/projects/projects.ts'
import { ProjectFacts } from '../../ProjectFacts.tsx'

/** What a project is: its terms, its parties, its farms. */
export function OverviewTab({ project }: { project: Project }) {
  const intl = useIntl()
  return (
    <div className="project-overview">
      <section className="panel" aria-label={intl.formatMessage({ id: 'project.terms' })}>
        <ProjectFacts project={project} />
      </section>
    </div>
  )
}
