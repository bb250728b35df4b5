import type { Fragment, Queries } from '../../db/connect.ts'

/**
 * Selects the columns of `AlertMessageData` for alerts `a`, from the joins of `messageJoins`. A bank gets the project of a loan, for its links, and
 * only its own projects' pledges.
 * @param organisationId the recipients' organisation
 */
export function messageColumns(sql: Queries, organisationId: Fragment | number): Fragment {
  return sql`a.id, a.kind, a.severity, a.subject_name as "subjectName", a.farm_id as "farmId", f.name as "farmName", p.name as "penName", p.zone_name as "zoneName",
    f.time_zone as "timeZone", a.since_at as "sinceAt", a.raised_at as "raisedAt", a.detail,
    case when a.subject_type = 'PROJECT' and ${organisationId} is distinct from f.supervisor_org_id then a.subject_id end as "projectId",
    (select max(s.heard_at) from pairings w join neckband_states s on s.neckband_id = w.neckband_id where w.animal_id = a.animal_id and w.to_at is null) as "heardAt",
    pledged.code as "pledgeCode", pledged.unit_price::text as "pledgeValue"`
}

/** Joins farm, pen and pledge of alerts `a`. */
export function messageJoins(sql: Queries, organisationId: Fragment | number): Fragment {
  return sql`join farms f on f.id = a.farm_id left join pens p on p.id = a.pen_id
    left join lateral (
      select pr.code, cl.unit_price from pledges l join projects pr on pr.id = l.project_id join collateral_lines cl on cl.id = l.line_id
      where l.animal_id = a.animal_id and l.ended_at is null and l.pledged_at is not null and ${organisationId} in (pr.supervisor_org_id, pr.bank_org_id)
      limit 1
    ) pledged on true`
}
