/** Loads the form for requesting a movement permit on demand. */
export const permitForm = async () => (await import('./permitForm.ts')).permitForm
