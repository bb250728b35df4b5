import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform, type Readable } from 'node:stream'
import type { CameraFault } from '#contract/projects/cameras.ts'
import { hostOf } from './networks.ts'

/** The fault that kept a camera from being seen. */
export class CameraError extends Error {
  readonly fault: CameraFault

  constructor(fault: CameraFault, cause?: unknown) {
    super(fault, { cause })
    this.name = 'CameraError'
    this.fault = fault
  }
}

interface Asked {
  method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  body?: string
  contentType?: string
  /** Beside those of every request. */
  headers?: Record<string, string>
  /** Of the answer; more of it is TOO_LARGE. */
  maxBytes: number
  /** Until all of it is here, ms. */
  timeoutMs: number
  signal?: AbortSignal
}

export interface Answered {
  status: number
  contentType: string
  /** Where a session that was begun is ended. */
  location: string | undefined
  /** Breaks off with a CameraError. */
  body: Readable
}

export interface CameraFetch {
  /** Asks a camera. A redirection is not followed: where it leads nobody has looked at. @throws CameraError */
  ask(address: string, asked: Asked): Promise<Answered>
  /** The same, with the whole of an answer whose status is one of success. @throws CameraError */
  read(address: string, asked: Asked): Promise<{ content: Buffer; contentType: string }>
}

/**
 * Fetches from cameras, and from nowhere that a server must not be led to: every address that a name stands for is looked at, and
 * the connection goes to one of these and not to what the name stands for a moment later.
 * @param isAllowed whether an IP address may be connected to
 */
export function createCameraFetch(isAllowed: (address: string) => boolean): CameraFetch {
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ?? (found.every(({ address }) => isAllowed(address)) ? null : new CameraError('ADDRESS_REFUSED'))
      if (refused !== null || options.all === true) callback(refused, found ?? [])
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
  }

  const ask: CameraFetch['ask'] = async (address, { method = 'GET', body, contentType, headers: more, maxBytes, timeoutMs, signal }) => {
    const { protocol } = new URL(address)
    const host = hostOf(address)
    if (isIP(host) !== 0 && !isAllowed(host)) throw new CameraError('ADDRESS_REFUSED')
    const end = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const headers = { 'user-agent': 'drover', accept: '*/*', ...(contentType !== undefined && { 'content-type': contentType }), ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }), ...more }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const ofScheme = protocol === 'https:' ? requestSecure : requestPlain
      const request = ofScheme(address, { method, headers, lookup, agent: false, signal: end }, resolve)
      request.once('error', reject)
      request.end(body)
    }).catch((error: unknown) => {
      throw toCameraError(error)
    })
    return {
      status: response.statusCode ?? 0,
      contentType: (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      location: response.headers.location,
      body: limited(response, maxBytes),
    }
  }

  return {
    ask,
    async read(address, asked) {
      const { status, contentType, body } = await ask(address, asked)
      if (status < 200 || status > 299) {
        body.destroy()
        throw new CameraError('BAD_STATUS')
      }
      const pieces: Buffer[] = []
      try {
        for await (const piece of body) pieces.push(piece as Buffer)
      } catch (error) {
        throw toCameraError(error)
      }
      return { content: Buffer.concat(pieces), contentType }
    },
  }
}

function toCameraError(error: unknown): CameraError {
  return error instanceof CameraError ? error : new CameraError('NO_ANSWER', error)
}

/** A body of so many bytes at the most. */
function limited(response: IncomingMessage, maxBytes: number): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(bytes > maxBytes ? new CameraError('TOO_LARGE') : null, piece)
    },
  })
  response.once('error', (error) => counted.destroy(toCameraError(error)))
  // A body that broke off is not a short one.
  response.once('close', () => {
    if (!response.complete) counted.destroy(new CameraError('NO_ANSWER'))
  })
  counted.once('close', () => void response.destroy())
  return response.pipe(counted)
}
