import { pinyinTable } from '#contract/values/pinyin.ts'
import type { Queries } from '../connect.ts'

/** Fills the pinyin table once, and computes the spelling of the existing names. */
export async function addPinyin(sql: Queries): Promise<void> {
  if ((await sql`select from pinyin limit 1`).length > 0) return
  const entries = [...pinyinTable()]
  await sql`
    insert into pinyin (character, syllable)
    select * from unnest(${entries.map(([character]) => character)}::text[], ${entries.map(([, syllable]) => syllable)}::text[])`
  await sql`update farms set name = name`
  await sql`update projects set name = name`
  await sql`update organisations set name = name`
  await sql`update users set display_name = display_name`
  await sql`update tickets set subject_name = subject_name`
}
