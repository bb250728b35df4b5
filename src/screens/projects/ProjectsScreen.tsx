import { ListPage } from '../../list/ListPage.tsx'
import { projectList } from './projectList.tsx'

/** The projects of one's own organisation: which herd secures which loan, and how each stands. */
export function ProjectsScreen() {
  return <ListPage list={projectList} />
}
