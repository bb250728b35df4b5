/** Input fields by database constraint; those of described nouns are in their descriptions. */
const fields: Record<string, string> = {
  organisations_credit_code: 'creditCode',
  users_user_name: 'userName',
  users_telephone: 'telephone',
  users_email: 'email',
  saved_views_user_id_list_name_key: 'name',
  banners_validity: 'shownUntil',
}

/** Returns the input field of a violated constraint; undefined when no input can violate it. */
export function fieldOfConstraint(constraint: string): string | undefined {
  return fields[constraint]
}
