/**
 * Input fields by database constraint, and the error of a unique value that another record has; those of described nouns are in their
 * descriptions. Values that are unique across organisations say no more than that they cannot be used.
 */
const fields: Record<string, { field: string; unique: 'taken' | 'unusable' }> = {
  organisations_credit_code: { field: 'creditCode', unique: 'unusable' },
  users_user_name: { field: 'userName', unique: 'unusable' },
  users_telephone: { field: 'telephone', unique: 'unusable' },
  users_email: { field: 'email', unique: 'unusable' },
  saved_views_user_id_list_name_key: { field: 'name', unique: 'taken' },
  banners_validity: { field: 'shownUntil', unique: 'taken' },
}

/** Returns the input field of a violated constraint; undefined when no input can violate it. */
export function fieldOfConstraint(constraint: string): { field: string; unique: 'taken' | 'unusable' } | undefined {
  return fields[constraint]
}
