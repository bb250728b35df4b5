/** Menus close by Escape, by a press elsewhere, and when the focus has left them. */
export function closeMenus(page: Document): void {
  const menus = [...page.querySelectorAll<HTMLDetailsElement>('details[data-menu]')]
  const closeOutside = (target: EventTarget | null) => {
    for (const menu of menus) if (menu.open && !(target instanceof Node && menu.contains(target))) menu.open = false
  }
  page.addEventListener('click', ({ target }) => closeOutside(target))
  page.addEventListener('focusin', ({ target }) => closeOutside(target))
  page.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const open = menus.find((menu) => menu.open)
    if (!open) return
    open.open = false
    open.querySelector('summary')?.focus()
  })
}

/** The console speaks the language that was chosen here. */
export function rememberLanguage(search: string): void {
  const chosen = new URLSearchParams(search).get('lang')
  if (!chosen) return
  try {
    localStorage.setItem('locale', chosen)
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** A signed-in visitor is not asked to sign in or to register: the way to the login leads on to their console. */
export function welcomeBack(page: Document): void {
  let isSignedIn = false
  try {
    isSignedIn = localStorage.getItem('loginToken') !== null
  } catch {
    // A browser that keeps nothing has nobody signed in.
  }
  if (!isSignedIn) return
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-login]')) {
    link.textContent = link.dataset['login'] ?? ''
    link.href = '/user/login'
  }
  for (const link of page.querySelectorAll<HTMLElement>('[data-newcomer]')) link.remove()
}
