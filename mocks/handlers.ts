import { http, HttpResponse, type HttpHandler } from 'msw'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Envelope, ErrorCode, FieldErrors } from '#contract/envelope.ts'
import { exportOf, type ExportWish } from '#contract/exports.ts'
import { createAnswers, demoRoles } from './answers.ts'
import { toFile } from './exports.ts'
import { createImageHandlers } from './images.ts'
import type { Caller } from './pretend/answer.ts'
import { Refusal } from './pretend/refusal.ts'
import type { World } from './pretend/world.ts'

const binders = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete } as const

/** Handlers for the whole endpoint table: who may, the input's schema, the answer, the envelope, as the server does. */
export function createHandlers(world: World): HttpHandler[] {
  const answers = createAnswers(world)
  const calls = Object.entries(endpoints).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]: [string, Endpoint]) => {
      const answer = answerOf(answers, noun, name)
      const data = (input: unknown, caller: Caller | null) => endpoint.reply.parse(answer(input, caller))
      const call = handle(endpoint, (input, caller) => reply(200, { success: true, data: data(input, caller) }))
      const file = exportOf(endpoint)
      if (file === null) return [call]
      return [
        call,
        handle(file, (input, caller) => {
          const { format, columns, ...query } = file.input.parse(input)
          const { list } = data({ ...query, current: 1, pageSize: 1_000_000 }, caller) as { list: object[] }
          return new Response(toFile({ format, columns } as ExportWish, list), { headers: { 'content-type': 'text/csv; charset=utf-8' } })
        }),
      ]
    }),
  )
  return [...calls, ...createImageHandlers()]
}

/** One call: who may, the input's schema, the answer or a refusal in the envelope. */
function handle(endpoint: Endpoint, answer: (input: unknown, caller: Caller | null) => Response): HttpHandler {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
  return binders[endpoint.method](`*${path}`, async ({ request, params }) => {
    try {
      const caller = callerOf(endpoint, request)
      const parsed = endpoint.input.safeParse({ ...(await inputOf(request)), ...params })
      if (!parsed.success) throw refusalOf(parsed.error)
      return answer(parsed.data, caller)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, code, fields } = error
      return reply(status, { success: false, error: { code, message: wordsOf(code), ...(fields && { fields }) } })
    }
  })
}

type AnyAnswer = (input: unknown, caller: Caller | null) => unknown

function answerOf(answers: Record<string, object>, noun: string, name: string): AnyAnswer {
  const answer: unknown = Object.entries(answers[noun] ?? {}).find(([key]) => key === name)?.[1]
  if (typeof answer !== 'function') throw new Error(`no answer for ${noun}.${name}`)
  return answer as AnyAnswer
}

function callerOf({ access }: Endpoint, request: Request): Caller | null {
  const userName = request.headers.get('x-auth-token')?.replace(/^mock-/, '') ?? ''
  const role = demoRoles[userName]
  if (access === 'public') return null
  if (!role) throw new Refusal(401, 'NOT_SIGNED_IN')
  if (access !== 'signedIn' && !access.includes(role)) throw new Refusal(403, 'NOT_ALLOWED')
  return { userName, role }
}

async function inputOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'DELETE') return Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.text()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function refusalOf({ issues }: z.core.$ZodError): Refusal {
  const fields: FieldErrors = Object.fromEntries(issues.map(({ path, code, message }) => [path.join('.'), code === 'custom' ? message : code]))
  return new Refusal('pageSize' in fields ? 422 : 400, 'BAD_SHAPE', fields)
}

function wordsOf(code: ErrorCode): string {
  return code.toLowerCase().replaceAll('_', ' ')
}

function reply(status: number, envelope: Envelope<unknown>): Response {
  return HttpResponse.json(envelope as Record<string, unknown>, { status })
}
