/** Renders a popup next to its button, so that it is next in tab order, even in a drawer that traps the focus. */
export const nextToTrigger = (trigger: HTMLElement): HTMLElement => trigger.parentElement ?? document.body
