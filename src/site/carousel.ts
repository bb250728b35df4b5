const slideIntervalMs = 6000

/**
 * Advances banners automatically and shows its buttons; without this script they can still be scrolled.
 * Stops while paused by the visitor, under the pointer, focused or out of view. Visitors who prefer reduced motion must start it.
 */
export function startCarousel(element: HTMLElement, motion: MediaQueryList): void {
  const slides = element.querySelector<HTMLElement>('.slides')
  const ways = element.querySelector<HTMLElement>('.carousel-ways')
  const pause = element.querySelector<HTMLElement>('.carousel-pause')
  if (!slides || !ways || !pause) return
  const count = slides.children.length
  const dots = [...ways.querySelectorAll('.dots i')]
  let isPaused = motion.matches
  let [isPointed, hasFocus] = [false, false]
  let isSeen = true
  let timer: ReturnType<typeof setInterval> | undefined

  const current = () => Math.round(Math.abs(slides.scrollLeft) / Math.max(1, slides.clientWidth))
  const show = (place: number) => {
    const direction = getComputedStyle(slides).direction === 'rtl' ? -1 : 1
    slides.scrollTo({
      left: direction * ((place + count) % count) * slides.clientWidth,
      behavior: motion.matches ? 'instant' : 'smooth',
    })
  }
  const mark = () => {
    for (const [place, dot] of dots.entries()) dot.classList.toggle('is-current', place === current())
  }
  const settle = () => {
    clearInterval(timer)
    timer =
      isPaused || isPointed || hasFocus || !isSeen ? undefined : setInterval(() => show(current() + 1), slideIntervalMs)
    // Screen readers announce a slide chosen by the visitor, but not automatic ones.
    slides.setAttribute('aria-live', isPaused ? 'polite' : 'off')
    pause.classList.toggle('is-paused', isPaused)
    pause.setAttribute('aria-label', (isPaused ? pause.dataset['play'] : pause.dataset['pause']) ?? '')
  }
  const point = (isThere: boolean) => () => {
    isPointed = isThere
    settle()
  }
  const focus = (isThere: boolean) => () => {
    hasFocus = isThere
    settle()
  }

  for (const button of ways.querySelectorAll<HTMLElement>('[data-step]'))
    button.addEventListener('click', () => show(current() + Number(button.dataset['step'])))
  pause.addEventListener('click', () => {
    isPaused = !isPaused
    settle()
  })
  slides.addEventListener('scroll', mark, { passive: true })
  element.addEventListener('pointerenter', point(true))
  element.addEventListener('pointerleave', point(false))
  element.addEventListener('focusin', focus(true))
  element.addEventListener('focusout', focus(false))
  slides.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    show(current() + (getComputedStyle(slides).direction === 'rtl' ? -step : step))
  })
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true
    settle()
  }).observe(element)
  motion.addEventListener('change', () => {
    isPaused = motion.matches
    settle()
  })
  ways.hidden = false
  mark()
  settle()
}
