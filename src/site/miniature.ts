interface Head {
  circle: SVGCircleElement
  x: number
  y: number
  towardsX: number
  towardsY: number
  /** Frames until it moves to another place. */
  rest: number
}

interface Pen {
  group: Element
  x: number
  y: number
  width: number
  height: number
  heads: Head[]
}

/** Animation frames per second. */
const framesASecond = 24
const inset = 14
/** Frames of a round, and those at which one animal leaves its pen and returns. */
const round = framesASecond * 26
const leavesAt = framesASecond * 8
const backAt = framesASecond * 17

function readPens(element: Element): Pen[] {
  return [...element.querySelectorAll<HTMLElement>('[data-pen]')].map((group) => {
    const [x = 0, y = 0, width = 0, height = 0] = (group.dataset['pen'] ?? '').split(' ').map(Number)
    const heads = [...group.querySelectorAll('circle')].map((circle) => {
      const [cx, cy] = [circle.cx.baseVal.value, circle.cy.baseVal.value]
      return { circle, x: cx, y: cy, towardsX: cx, towardsY: cy, rest: Math.floor(Math.random() * 160) }
    })
    return { group, x, y, width, height, heads }
  })
}

function wander(pen: Pen, head: Head): void {
  if (head.rest-- > 0) return
  head.rest = 60 + Math.floor(Math.random() * 220)
  const within = (value: number, from: number, room: number) =>
    Math.min(from + room - inset, Math.max(from + inset, value))
  head.towardsX = within(head.x + (Math.random() - 0.5) * 54, pen.x, pen.width)
  head.towardsY = within(head.y + (Math.random() - 0.5) * 42, pen.y, pen.height)
}

/** Moves a head one frame towards its target. @returns whether it moved */
function step(head: Head, speed: number): boolean {
  const [byX, byY] = [head.towardsX - head.x, head.towardsY - head.y]
  const far = Math.hypot(byX, byY)
  if (far < 0.3) return false
  const by = Math.min(1, speed / far)
  head.x += byX * by
  head.y += byY * by
  return true
}

/** Animates the simulated herd while it is in view and not paused. With reduced motion it starts paused. */
export function startMiniature(element: HTMLElement, motion: MediaQueryList): void {
  const pens = readPens(element)
  const button = element.querySelector<HTMLButtonElement>('[data-pause]')
  const said = element.querySelector<HTMLElement>('.mini-state')
  const state = element.querySelector('[data-state]')
  const leaving = pens.at(-1)
  const stray = leaving?.heads.findLast(({ circle }) => !circle.classList.contains('quiet'))
  if (!button || !leaving || !stray) return
  let isPaused = motion.matches
  let isSeen = false
  let frame = 0
  let lastAt = 0
  let handle = 0

  const showStray = (isOut: boolean) => {
    leaving.group.classList.toggle('is-left', isOut)
    stray.circle.classList.toggle('is-out', isOut)
    if (state) state.textContent = isOut ? (said?.dataset['left'] ?? '') : ''
  }
  const moveStray = () => {
    const place = frame % round
    if (place === leavesAt) [stray.towardsX, stray.towardsY] = [leaving.x - 14, leaving.y + leaving.height - 30]
    if (place === backAt) [stray.towardsX, stray.towardsY] = [leaving.x + 40, leaving.y + leaving.height - 40]
    if (place < leavesAt || place > backAt + framesASecond * 4) wander(leaving, stray)
    showStray(stray.x < leaving.x)
  }
  const draw = (now: number) => {
    handle = requestAnimationFrame(draw)
    if (now - lastAt < 1000 / framesASecond - 2) return
    lastAt = now
    frame++
    for (const pen of pens) {
      for (const head of pen.heads) {
        if (head.circle.classList.contains('quiet')) continue
        if (head === stray) moveStray()
        else wander(pen, head)
        if (!step(head, head === stray ? 1.1 : 0.5)) continue
        head.circle.cx.baseVal.value = head.x
        head.circle.cy.baseVal.value = head.y
      }
    }
  }
  const settle = () => {
    cancelAnimationFrame(handle)
    const isLive = !isPaused && isSeen && !document.hidden
    if (isLive) handle = requestAnimationFrame(draw)
    element.classList.toggle('is-live', !isPaused)
    button.textContent = (isPaused ? button.dataset['play'] : button.dataset['pause']) ?? ''
  }
  button.addEventListener('click', () => {
    isPaused = !isPaused
    settle()
  })
  motion.addEventListener('change', () => {
    isPaused = motion.matches
    settle()
  })
  document.addEventListener('visibilitychange', settle)
  new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true
    settle()
  }).observe(element)
  button.hidden = false
  settle()
}
