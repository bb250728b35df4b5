/** Has what pops up stand beside its button: the keyboard comes there next, also where a drawer holds the focus. */
export const besideTrigger = (trigger: HTMLElement): HTMLElement => trigger.parentElement ?? document.body
