/** Reasons why a camera cannot be used. */
export const cameraFaults = ['insecure', 'refused', 'none', 'busy'] as const
export type CameraFault = (typeof cameraFaults)[number]

/** Opens the phone's rear camera, or any other. @returns the stream, or why it cannot be opened */
export async function openCamera(): Promise<MediaStream | CameraFault> {
  // Browsers allow cameras only on HTTPS pages and on localhost.
  if (!window.isSecureContext || !('mediaDevices' in navigator)) return 'insecure'
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      audio: false,
    })
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
  }
}
