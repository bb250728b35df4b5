/** Which field of an input a constraint of a table speaks of. */
const fields: Record<string, string> = {
  pens_farm_id_name_key: 'name',
  gateways_mac_key: 'mac',
  neckbands_device_id_key: 'deviceId',
  animals_farm_id_visual_tag_key: 'visualTag',
  animals_electronic_scheme_electronic_tag_key: 'electronicTag',
  pairings_animal_open: 'animalId',
  pairings_neckband_open: 'animalId',
  projects_code_key: 'code',
  users_user_name: 'userName',
  users_telephone: 'telephone',
  users_email: 'email',
  organisations_credit_code: 'creditCode',
  saved_views_user_id_list_name_key: 'name',
}

/** The field that a broken constraint means; undefined for one that no input can break. */
export function fieldOfConstraint(constraint: string): string | undefined {
  return fields[constraint]
}
