/** The calls of described nouns, and those of their recycle bins. */
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

/** Every role, and an organisation that it fits. Who has no role sees what OTHERS see. */
export const people = {
  ADMIN_PLATFORM: 'PLATFORM',
  ADMIN_SUPERVISOR: 'SUPERVISOR',
  ADMIN_BORROWER: 'BORROWER',
  ADMIN_BANK: 'BANK',
  SUPERVISOR_PM: 'SUPERVISOR',
  BANK_USER: 'BANK',
  BANK_USER_NO_ORG: null,
  BORROWER_USER: 'BORROWER',
  SUPERVISOR_USER: 'SUPERVISOR',
  OTHERS: null,
  none: null,
} as const
export type Person = keyof typeof people

/** How a call was met: let in (whatever it then came to), or not. */
export function met({ status, code }: { status: number; code: string | null }): string {
  if (status === 401 || status === 403 || status >= 500) return `${status} ${code}`
  return 'let in'
}
