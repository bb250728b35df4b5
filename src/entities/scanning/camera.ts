/** Why there is no picture of a camera. */
export const cameraFaults = ['insecure', 'refused', 'none', 'busy'] as const
export type CameraFault = (typeof cameraFaults)[number]

/** Opens the camera at the back of a phone, or whichever there is. @returns why it can't be opened */
export async function openCamera(): Promise<MediaStream | CameraFault> {
  // Browsers give cameras to pages that came by https, and to those of this machine.
  if (!window.isSecureContext || !('mediaDevices' in navigator)) return 'insecure'
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
  }
}
