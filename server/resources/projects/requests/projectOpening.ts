import { z } from 'zod'
import { alertRuleSchema } from '#contract/alerts/alertRules.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import type { Project } from '#contract/projects/projects.ts'
import { rulesFor } from '../../../alerts/rules/inForce.ts'
import { loosened } from '../../../alerts/rules/loosened.ts'
import { type RuledFarm, rulesByPlace } from '../../../alerts/rules/rules.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Language } from '../../../languages.ts'
import { allRules } from '../../alertRules.ts'

/** The terms that a project's parties approve when it opens, as submitted. */
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
  /** Its lines, with names in the submitter's language; readers get them in their own by the ids, which earlier requests lack. */
  collateral: z.array(
    z.object({
      categoryId: idSchema.optional(),
      unitId: idSchema.optional(),
      category: z.string(),
      unit: z.string(),
      quantity: z.string(),
      unitPrice: z.string(),
      pricedOn: z.string(),
      priceSource: z.string(),
      haircut: z.string(),
      heads: z.number().int(),
    }),
  ),
  /** Its own alert rules, which override those of its farms. `isLooser` means: on one of the farms it raises fewer or later alerts, or none. */
  rules: z
    .array(
      alertRuleSchema
        .pick({ kind: true, severity: true, enabled: true, parameters: true, schedule: true })
        .extend({ isLooser: z.boolean() }),
    )
    .default([]),
  remark: z.string().nullable(),
})
export type Opening = z.infer<typeof openingSchema>

/** Reads the terms of a draft for approval by its parties. */
export async function readOpening(sql: Queries, project: Project, language: Language): Promise<Opening> {
  const {
    code,
    name,
    loanAmount,
    contractHeadcount,
    startsOn,
    endsOn,
    warningLine,
    minimumLine,
    windowMinutes,
    remark,
  } = project
  const { supervisorOrgUsers, bankUsers, borrowerOrgUsers, bankNoOrgUser } = project
  return {
    code,
    projectName: name,
    bank: project.bankOrgName ?? '',
    borrower: project.borrowerOrgName ?? '',
    supervisor: project.supervisorOrgName,
    people: [...bankUsers, ...bankNoOrgUser, ...borrowerOrgUsers, ...supervisorOrgUsers].map(
      ({ displayName }) => displayName,
    ),
    farms: project.farms.map((farm) => farm.name),
    loanAmount,
    contractHeadcount,
    startsOn,
    endsOn,
    warningLine,
    minimumLine,
    windowMinutes,
    collateral: await sql`
      select c.id as "categoryId", u.id as "unitId", c.names ->> ${language} as category, u.names ->> ${language} as unit, l.quantity::text as quantity, l.unit_price as "unitPrice", l.priced_on as "pricedOn",
        l.price_source as "priceSource", l.haircut::text as haircut, (select count(*) from collateral_drafts d where d.line_id = l.id)::int as heads
      from collateral_lines l join lookups c on c.id = l.category_id join lookups u on u.id = l.unit_id
      where l.project_id = ${project.id} and l.status = 'DRAFT' and l.deleted_at is null order by l.id`,
    rules: await readRules(sql, project.id),
    remark,
  }
}

/** Names the categories and units of a project's terms in a reader's language. */
export async function openingInLanguage(sql: Queries, opening: Opening, language: Language): Promise<Opening> {
  const ids = opening.collateral.flatMap(({ categoryId = [], unitId = [] }) => [categoryId, unitId].flat())
  const rows = await sql<{ id: number; name: string }[]>`
    select id, names ->> ${language} as name from lookups where id = any(${ids}::bigint[])`
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    ...opening,
    collateral: opening.collateral.map((line) => ({
      ...line,
      category: names.get(line.categoryId ?? 0) ?? line.category,
      unit: names.get(line.unitId ?? 0) ?? line.unit,
    })),
  }
}

/** Reads a draft's own rules. The table lock makes concurrent saves wait until the project has been submitted; they then see its new status. */
async function readRules(sql: Queries, projectId: number): Promise<Opening['rules']> {
  await sql`lock table alert_rules in share mode`
  const all = await allRules(sql)
  const own = all.filter(({ scope, scopeId }) => scope === 'PROJECT' && scopeId === projectId)
  if (own.length === 0) return []
  const farms = await sql<Omit<RuledFarm, 'projects'>[]>`
    select f.id, f.supervisor_org_id as "supervisorOrgId" from farms f join project_farms pf on pf.farm_id = f.id where pf.project_id = ${projectId}`
  const rules = rulesByPlace(all)
  return own.map(({ kind, severity, enabled, parameters, schedule }) => {
    const of = (farm: (typeof farms)[number], projects: RuledFarm['projects']) =>
      rulesFor({ ...farm, projects }, rules, [kind])[0]
    const isLooser = farms.some((farm) => {
      const [before, after] = [of(farm, []), of(farm, [{ id: projectId, firstFarmId: farm.id }])]
      return before !== undefined && after !== undefined && loosened(before, after).length > 0
    })
    return { kind, severity, enabled, parameters, schedule, isLooser }
  })
}
