export interface UploadOptions {
  signal: AbortSignal
  /** @param share part of the file already sent, 0 to 1 */
  onProgress: (share: number) => void
}

/**
 * Posts a file by XMLHttpRequest, as `fetch` reports no upload progress.
 * @throws Error when there is no answer
 */
export function postFile(
  url: string,
  file: Blob,
  headers: Record<string, string>,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    const abort = () => sending.abort()
    const fail = () => reject(new Error('no answer'))
    sending.open('POST', url)
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    sending.addEventListener('load', () => {
      const { status, statusText, responseText } = sending
      resolve(new Response(responseText, { status, statusText, headers: headersOf(sending) }))
    })
    sending.addEventListener('error', fail)
    sending.addEventListener('abort', fail)
    sending.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    if (signal.aborted) return fail()
    signal.addEventListener('abort', abort)
    sending.send(file)
  })
}

function headersOf(answered: XMLHttpRequest): [string, string][] {
  return answered
    .getAllResponseHeaders()
    .split('\r\n')
    .flatMap((line) => {
      const at = line.indexOf(': ')
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)]] : []
    })
}
