import type { FastifyRequest } from 'fastify'
import { isLoopback, type Settings } from '../settings.ts'

/** Whether the settings say that nobody but this machine's own users reaches the server. */
export function isForThisMachine({ HOST, PUBLIC_URL, TRUSTED_PROXY }: Pick<Settings, 'HOST' | 'PUBLIC_URL' | 'TRUSTED_PROXY'>): boolean {
  const name = PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(HOST) && isLoopback(name) && TRUSTED_PROXY === undefined
}

/** Headers that a proxy adds to the requests that it passes on. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a request was made on this machine, for this machine: not one from elsewhere that a proxy here passes on, nor
 * one that a page of another name was led to send.
 */
export function isOfThisMachine({ ip, hostname, headers }: Pick<FastifyRequest, 'ip' | 'hostname' | 'headers'>): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(ip) && isLoopback(host) && passedOn.every((name) => headers[name] === undefined)
}
