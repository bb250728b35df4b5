import { ProjectCameras } from '../../../../entities/cameras/ProjectCameras.tsx'
import type { ProjectPart } from '../../past/moments.ts'

/** Cameras on the project's farms. */
export function CamerasTab({ project: { id } }: ProjectPart) {
  return <ProjectCameras projectId={id} />
}
