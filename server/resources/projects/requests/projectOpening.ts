import { z } from 'zod'
import type { Project } from '#contract/projects/projects.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Language } from '../../../languages.ts'

/** The terms that the parties of a project agree to when it opens, as they stood when it was submitted. */
export const openingSchema = z.object({
  code: z.string(),
  projectName: z.string(),
  bank: z.string(),
  borrower: z.string(),
  supervisor: z.string(),
  people: z.array(z.string()),
  farms: z.array(z.string()),
  loanAmount: z.string(),
  contractHeadcount: z.number().int(),
  startsOn: z.string(),
  endsOn: z.string(),
  warningLine: z.string(),
  minimumLine: z.string(),
  windowMinutes: z.number().int(),
  /** Its lines, in words of the language that whoever submitted it reads. */
  collateral: z.array(z.object({
    category: z.string(),
    unit: z.string(),
    quantity: z.string(),
    unitPrice: z.string(),
    pricedOn: z.string(),
    priceSource: z.string(),
    haircut: z.string(),
    heads: z.number().int(),
  })),
  remark: z.string().nullable(),
})
export type Opening = z.infer<typeof openingSchema>

/** The terms of a draft as its parties are asked to agree to them. */
export async function readOpening(sql: Queries, project: Project, language: Language): Promise<Opening> {
  const { code, name, loanAmount, contractHeadcount, startsOn, endsOn, warningLine, minimumLine, windowMinutes, remark } = project
  const { supervisorOrgUsers, bankUsers, borrowerOrgUsers, bankNoOrgUser } = project
  return {
    code, projectName: name,
    bank: project.bankOrgName ?? '', borrower: project.borrowerOrgName ?? '', supervisor: project.supervisorOrgName,
    people: [...bankUsers, ...bankNoOrgUser, ...borrowerOrgUsers, ...supervisorOrgUsers].map(({ displayName }) => displayName),
    farms: project.farms.map((farm) => farm.name),
    loanAmount, contractHeadcount, startsOn, endsOn, warningLine, minimumLine, windowMinutes,
    collateral: await sql`
      select c.names ->> ${language} as category, u.names ->> ${language} as unit, l.quantity::text as quantity, l.unit_price as "unitPrice", l.priced_on as "pricedOn",
        l.price_source as "priceSource", l.haircut::text as haircut, (select count(*) from collateral_drafts d where d.line_id = l.id)::int as heads
      from collateral_lines l join lookups c on c.id = l.category_id join lookups u on u.id = l.unit_id
      where l.project_id = ${project.id} and l.status = 'DRAFT' and l.deleted_at is null order by l.id`,
    remark,
  }
}
