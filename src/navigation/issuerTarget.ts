const key = 'issuerTarget'

/** Keeps where a user wants to go, while they sign in at an identity provider in the same tab. */
export function saveTarget(target: string | null): void {
  if (target === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, target)
}

/** Returns the kept target, once. */
export function readTarget(): string | null {
  const target = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return target
}
