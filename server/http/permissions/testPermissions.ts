import { organisationKindOf } from '#contract/people/roles.ts'
import { cameraMediaPath } from '#contract/projects/cameras.ts'

/** Calls of described nouns, and of their recycle bins. */
export const recordCalls = (...nouns: string[]) =>
  nouns.flatMap((noun) => [
    `POST /collateral/web/${noun}/list`,
    `POST /collateral/web/${noun}/export`,
    `GET /collateral/web/${noun}/detail/{id}`,
    `PUT /collateral/web/${noun}/addOrEdit`,
    `DELETE /collateral/web/${noun}/del/{id}`,
    `POST /collateral/web/${noun}/{id}/history`,
  ])
export const binCalls = (...nouns: string[]) =>
  nouns.flatMap((noun) => [
    `POST /collateral/web/${noun}/trash/list`,
    `POST /collateral/web/${noun}/trash/export`,
    `PUT /collateral/web/${noun}/restore/{id}`,
    `DELETE /collateral/web/${noun}/purge/{id}`,
  ])

/** Each role and the kind of organisation that it needs. A user without a role may do the same as OTHERS. */
export const people = { ...organisationKindOf, none: null } as const
export type Person = keyof typeof people

/** Returns whether a call was let in, with any outcome, or the refusal. */
export function accessResult({ status, code }: { status: number; code: string | null }): string {
  if (status === 401 || status === 403 || status >= 500) return `${status} ${code}`
  return 'let in'
}

/** Calls without a session. */
export const callsOfAnybody: readonly string[] = [
  'POST /collateral/common/auth/login/user',
  'POST /collateral/common/auth/issuer/begin',
  'POST /collateral/common/auth/issuer/finish',
  'POST /collateral/common/auth/sendSmsCode',
  'PUT /collateral/web/auth/register/organization',
  'POST /collateral/common/auth/activate',
  'POST /collateral/common/auth/activate/send',
  'POST /collateral/common/auth/password/forgot',
  'POST /collateral/common/auth/password/reset',
  'POST /collateral/common/auth/email/confirm',
  'POST /collateral/common/outbox',
  'POST /collateral/common/display/code',
  'POST /collateral/common/display/claim',
  'POST /collateral/common/image/upload',
  'GET /collateral/common/seal/{root}',
  // Each address is made for one session and works only with it: cameras.test.ts.
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} ${cameraMediaPath}`),
]
