import { z } from 'zod'
import { documentReplySchema, documentUploadPath, fileNameHeader } from '#contract/calls/documents.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { imageReplySchema, imageUploadPath } from '#contract/calls/images.ts'
import { openCalls, type Call } from '../calls.ts'
import type { HerdScene } from '../herd/scene.ts'
import type { Calendar } from './calendar.ts'
import type { LoanPlan } from './loans.ts'

/** Everybody who works on the demo's platform. */
export const userNames = [
  'platform',
  'supervisor',
  'pm',
  'pm2',
  'bank',
  'bankuser',
  'bank2',
  'bankuser2',
  'borrower',
  'borrower2',
  'borrower3',
  'borrower4',
  'borrower5',
] as const
export type UserName = (typeof userNames)[number]

/** A person who is signed in. */
export interface Person {
  call: Call
  /** Uploads a picture that the product itself draws, such as `pen-3`. @returns its id */
  uploadPicture(name: string): Promise<string>
  /** Uploads a short document. @returns its id */
  uploadDocument(name: string, lines: readonly string[]): Promise<string>
}

/** A drafted loan with its records. */
export interface Loan {
  plan: LoanPlan
  id: number
  lineId: number
  farmIds: number[]
  animalIds: number[]
  isOpen: boolean
}

/** The demo's people, records and loans. */
export interface Office {
  calendar: Calendar
  scene: HerdScene
  people: Record<UserName, Person>
  farmIds: readonly number[]
  penIds: readonly number[]
  /** Ids of all animals, in the order of the scene. */
  animalIds: readonly number[]
  /** Number of animals in the herd of each farm, by id. */
  heads: Map<number, number>
  plans: readonly LoanPlan[]
  loans: Loan[]
}

const password = 'Demo2026'

/** Signs everybody in. @param origin the server's address */
export async function signInAll(origin: string): Promise<Office['people']> {
  const anyone = openCalls(origin)
  const signedIn = await Promise.all(
    userNames.map(async (userName) => {
      const { token } = await anyone(endpoints.auth.login, { type: 'account', userName, password })
      return [userName, personOf(origin, token)] as const
    }),
  )
  return Object.fromEntries(signedIn) as Office['people']
}

function personOf(origin: string, token: string): Person {
  const upload = async <T>(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    reply: z.ZodType<T>,
  ) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()), ...headers },
      body,
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return z.object({ data: reply }).parse(answer).data
  }
  return {
    call: openCalls(origin, token),
    async uploadPicture(name) {
      const picture = new Uint8Array(await (await fetch(`${origin}/demo/pictures/${name}.jpg`)).arrayBuffer())
      return (await upload(imageUploadPath, picture, { 'content-type': 'image/jpeg' }, imageReplySchema)).id
    },
    async uploadDocument(name, lines) {
      const headers = { 'content-type': 'application/pdf', [fileNameHeader]: encodeURIComponent(name) }
      return (await upload(documentUploadPath, writeDocument(lines), headers, documentReplySchema)).id
    },
  }
}

/** Writes a PDF of one page with some lines of ASCII text. */
export function writeDocument(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = lines
    .map((line, place) => `1 0 0 1 72 ${760 - 22 * place} Tm (${line.replaceAll(/[()\\]/g, '')}) Tj`)
    .join('\n')
  const content = `BT /F1 12 Tf\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file)
}
