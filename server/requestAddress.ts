import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'

/**
 * Tells who makes a request that comes past the calls and their `request.ip`, by the same rule.
 * @param trustedProxy the proxies whose word on that is taken; absent: none
 */
export function addressesBehind(trustedProxy: string | undefined): (request: IncomingMessage) => string {
  const isTrusted = trustedProxy === undefined ? () => false : compile(trustedProxy.split(',').map((one) => one.trim()))
  return (request) => all(request, isTrusted).at(-1) ?? ''
}
