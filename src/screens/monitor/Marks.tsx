/** A piece of the hatch that stands for "unverified" everywhere. */
export function HatchMark() {
  return <span className="sign-mark wall-hatch" aria-hidden="true" />
}
