import { ProjectCameras } from '../../../../entities/cameras/ProjectCameras.tsx'
import type { ProjectPart } from '../../past/moments.ts'

/** What the cameras on the project's farms show. */
export function CamerasTab({ project: { id } }: ProjectPart) {
  return <ProjectCameras projectId={id} />
}
