interface Values {
  id?: unknown
  collateralId?: unknown
  categoryId?: number | null | undefined
  animalIds?: number[] | null | undefined
  tags?: string[] | null | undefined
}

/** The props of the part of a form that chooses animals. */
export interface ChosenProps {
  values: Values
  set: (change: { animalIds?: number[] }) => void
}

/** The values of the line that animals are chosen for. */
export const inputOf = ({ id, collateralId, categoryId }: Values) => ({ id: Number(id), ...(collateralId != null && { collateralId: Number(collateralId) }), categoryId: categoryId ?? 0 })
