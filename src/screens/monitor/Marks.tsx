/** Sample of the hatching that marks unverified heads everywhere. */
export function HatchMark() {
  return <span className="sign-mark wall-hatch" aria-hidden="true" />
}
