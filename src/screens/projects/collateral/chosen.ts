interface Values {
  id?: unknown
  collateralId?: unknown
  categoryId?: number | null | undefined
  animalIds?: number[] | null | undefined
  tags?: string[] | null | undefined
}

/** Props of a form section that selects animals. */
export interface ChosenProps {
  values: Values
  set: (change: { animalIds?: number[] }) => void
}

/** Returns the line that animals are selected for, as call input. */
export const inputOf = ({ id, collateralId, categoryId }: Values) => ({
  id: Number(id),
  ...(collateralId != null && { collateralId: Number(collateralId) }),
  categoryId: categoryId ?? 0,
})
