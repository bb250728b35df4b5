import type { Project } from '#contract/projects/projects.ts'
import { ProjectCameras } from '../../../../entities/cameras/ProjectCameras.tsx'

/** What the cameras on the project's farms show. */
export function CamerasTab({ project: { id } }: { project: Project }) {
  return <ProjectCameras projectId={id} />
}
