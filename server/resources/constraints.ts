/** Which field of an input a constraint of a table speaks of; those of described nouns are in their descriptions. */
const fields: Record<string, string> = {
  organisations_credit_code: 'creditCode',
  users_user_name: 'userName',
  users_telephone: 'telephone',
  users_email: 'email',
  saved_views_user_id_list_name_key: 'name',
  banners_validity: 'shownUntil',
}

/** The field that a broken constraint means; undefined for one that no input can break. */
export function fieldOfConstraint(constraint: string): string | undefined {
  return fields[constraint]
}
