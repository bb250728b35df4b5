/** Closes menus on Escape, on a click elsewhere, and when the focus leaves them. */
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

/** Applies the language chosen here to the console. */
export function rememberLanguage(search: string): void {
  const chosen = new URLSearchParams(search).get('lang')
  if (!chosen) return
  try {
    localStorage.setItem('locale', chosen)
  } catch {
    // Without storage the console asks again.
  }
}

/** Replaces sign-in and registration links for signed-in visitors by a link to their console. */
export function welcomeBack(page: Document): void {
  let isSignedIn = false
  try {
    isSignedIn = localStorage.getItem('loginToken') !== null
  } catch {
    // Without storage nobody is signed in.
  }
  if (!isSignedIn) return
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-login]')) {
    link.textContent = link.dataset['login'] ?? ''
    link.href = '/user/login'
  }
  for (const link of page.querySelectorAll<HTMLElement>('[data-newcomer]')) link.remove()
}
