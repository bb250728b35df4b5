/** Brings the form that asks for a movement permit, when somebody opens it. */
export const permitForm = async () => (await import('./permitForm.ts')).permitForm
