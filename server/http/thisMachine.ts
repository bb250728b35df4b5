import type { FastifyRequest } from 'fastify'
import { isLoopback, type Settings } from '../settings.ts'

/** Returns whether, by its settings, only users of this machine can reach the server. */
export function isForThisMachine({
  HOST,
  PUBLIC_URL,
  TRUSTED_PROXY,
}: Pick<Settings, 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXY'>): boolean {
  const name = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(HOST) && isLoopback(name) && TRUSTED_PROXY === undefined
}

/** Headers that a proxy adds to forwarded requests. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Returns whether a request was made on this machine, for this machine: not forwarded by a local proxy, and not
 * sent by a page with another host name.
 */
export function isOfThisMachine({
  ip,
  hostname,
  headers,
}: Pick<FastifyRequest, 'ip' | 'hostname' | 'headers'>): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(ip) && isLoopback(host) && proxyHeaders.every((name) => headers[name] === undefined)
}
