import { type Transport, Undeliverable } from './transport.ts'

const timeoutMs = 15_000
/** Status codes about the caller or temporary states, not about the message. */
const passing = new Set([401, 403, 404, 407, 408, 425, 429])

/**
 * Sends SMS to a provider, or a small gateway before one, by `POST` of `{"to", "text"}`, with `to` in E.164. The token is sent
 * as a bearer token, the message's id as `Idempotency-Key`. Any 2xx answer means that it was accepted.
 */
export function createHttpSmsTransport(url: string, token: string | undefined): Transport {
  return {
    kind: 'SMS',
    leaseMs: 2 * timeoutMs,
    async send({ id, recipient, body }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `drover-${id}`,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to: recipient, text: body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.ok) return
      const fault = `the SMS provider answered ${response.status}`
      throw response.status >= 400 && response.status < 500 && !passing.has(response.status)
        ? new Undeliverable(fault)
        : new Error(fault)
    },
    close: () => {},
  }
}
