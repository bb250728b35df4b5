import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../settings.ts'

/** What a proxy adds to the requests that it passes on. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a request was made on this machine, for this machine: not one from elsewhere that a proxy here passes on, nor
 * one that a page of another name was led to send.
 */
export function isOfThisMachine({ ip, hostname, headers }: Pick<FastifyRequest, 'ip' | 'hostname' | 'headers'>): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(ip) && isLoopback(host) && passedOn.every((name) => headers[name] === undefined)
}
