import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import { type Language, readLanguage } from '../../languages.ts'
import { writeSeal } from '../../notify/sealTemplate.ts'

interface Seal {
  day: string
  root: string
  /** Machine time, epoch ms. */
  at: number
}

interface Party {
  email: string
  displayName: string
  /** The language of their organisation's registration. */
  language: Language | null
  /** Codes of their running projects. */
  projects: string
}

/** Maximum projects listed in a mail. */
const maxProjectsListed = 20

/** Mails the root of a day to the administrators of the banks, borrowers and supervisors of running projects, one mail each. */
export async function writeSealMails(
  sql: Queries,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { day, root, at }: Seal,
): Promise<void> {
  const parties = await sql<Party[]>`
    select u.email, u.display_name as "displayName",
      (select t.payload ->> 'language' from tickets t
        where t.kind = 'ORGANISATION_REGISTRATION' and t.subject_id = u.organisation_id order by t.id desc limit 1) as language,
      array_to_string((array_agg(p.code order by p.code))[:${maxProjectsListed}], ', ') || case when count(*) > ${maxProjectsListed} then ', …' else '' end as projects
    from users u join projects p on u.organisation_id in (p.bank_org_id, p.borrower_org_id, p.supervisor_org_id)
    where u.role in ('ADMIN_BANK', 'ADMIN_BORROWER', 'ADMIN_SUPERVISOR') and u.email is not null and u.status = 'ACTIVE' and u.deleted_at is null
      and p.status in ('ACTIVE', 'CLOSING') and p.deleted_at is null
    group by u.id order by u.id`
  for (const { email, displayName, language, projects } of parties) {
    await writeSeal(sql, {
      day,
      root,
      projects,
      email,
      displayName,
      language: language ?? readLanguage(undefined),
      link: `${publicUrl}/verify/${root}`,
      reports: `${publicUrl}/dashboard/market-profile`,
      at,
    })
  }
}
