import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/**
 * Returns a function for the client address of requests outside the calls, by the rule of Fastify's `request.ip`.
 * @param trustedProxy trusted proxies; absent: none
 */
export function addressesBehind(trustedProxy: string | undefined): (request: IncomingMessage) => string {
  const isTrusted = trustedProxy === undefined ? () => false : compile(trustedProxy.split(',').map((one) => one.trim()))
  return (request) => all(request, isTrusted).at(-1) ?? ''
}
