import { ListPage } from '../../list/ListPage.tsx'
import { projectList } from './projectList.tsx'

/** Projects of the user's organisation: herds, loans and their state. */
export function ProjectsScreen() {
  return <ListPage list={projectList} />
}
