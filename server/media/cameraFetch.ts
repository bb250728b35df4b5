import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform, type Readable } from 'node:stream'
import type { CameraFault } from '#contract/projects/cameras.ts'
import { hostOf } from './networks.ts'

/** The reason why a camera could not be read. */
export class CameraError extends Error {
  readonly fault: CameraFault

  constructor(fault: CameraFault, cause?: unknown) {
    super(fault, { cause })
    this.name = 'CameraError'
    this.fault = fault
  }
}

interface CameraRequest {
  method?: 'GET' | 'POST' | 'DELETE' | 'OPTIONS'
  body?: string
  contentType?: string
  /** Additional headers. */
  headers?: Record<string, string>
  /** Maximum size of the answer, bytes; a larger one is TOO_LARGE. */
  maxBytes: number
  /** Maximum time until the answer is complete, ms. */
  timeoutMs: number
  signal?: AbortSignal
}

export interface CameraResponse {
  status: number
  contentType: string
  /** Address that ends a started session. */
  location: string | undefined
  /** Fails with a CameraError when broken off. */
  body: Readable
}

export interface CameraFetch {
  /** Sends a request to a camera. Does not follow redirects, because their target is unchecked. @throws CameraError */
  ask(address: string, asked: CameraRequest): Promise<CameraResponse>
  /** Reads a complete successful answer. @throws CameraError */
  read(address: string, asked: CameraRequest): Promise<{ content: Buffer; contentType: string }>
}

/**
 * Creates the client for cameras, which only connects to allowed addresses. It checks every address of a host name, and
 * connects to one of these, so that the name cannot change in between.
 * @param isAllowed returns whether an IP address may be connected to
 */
export function createCameraFetch(isAllowed: (address: string) => boolean): CameraFetch {
  const lookup: LookupFunction = (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const refused =
        error ?? (found.every(({ address }) => isAllowed(address)) ? null : new CameraError('ADDRESS_REFUSED'))
      if (refused !== null || options.all === true) callback(refused, found ?? [])
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
  }

  const ask: CameraFetch['ask'] = async (
    address,
    { method = 'GET', body, contentType, headers: more, maxBytes, timeoutMs, signal },
  ) => {
    const { protocol } = new URL(address)
    const host = hostOf(address)
    if (isIP(host) !== 0 && !isAllowed(host)) throw new CameraError('ADDRESS_REFUSED')
    const end = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const headers = {
      'user-agent': 'drover',
      accept: '*/*',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...more,
    }
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

/** Limits a body to `maxBytes`. */
function limited(response: IncomingMessage, maxBytes: number): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(bytes > maxBytes ? new CameraError('TOO_LARGE') : null, piece)
    },
  })
  response.once('error', (error) => counted.destroy(toCameraError(error)))
  // A body that breaks off must not look complete.
  response.once('close', () => {
    if (!response.complete) counted.destroy(new CameraError('NO_ANSWER'))
  })
  counted.once('close', () => void response.destroy())
  return response.pipe(counted)
}
