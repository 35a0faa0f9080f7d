/** What is pressed at the window's foot, or where a short form ends. */
const foots = '.below, .edit-form-foot, .data-actions, .dialog-foot'
/** Between what is told, and around it. */
const gap = 16

/** Says in `--foot` how much of the window's end is pressed, or under a phone's keyboard: what is told stands above. */
function measure(): void {
  const told = [...document.querySelectorAll('.message, .undo-bar')]
  if (told.length === 0) return
  const reach = told.reduce((sum, one) => sum + one.getBoundingClientRect().height + gap, gap)
  const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight }
  const end = offsetTop + height
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const tops = [...(dialog ?? document).querySelectorAll(foots)]
    .map(foot => foot.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && top < end && bottom > end - reach)
    .map(({ top }) => top)
  document.documentElement.style.setProperty('--foot', `${innerHeight - Math.min(end, ...tops)}px`)
}

/** Keeps what is told, and Undo, off what is pressed at the window's foot, wherever that is from now on. */
export function keepRoomForMessages(): void {
  new MutationObserver(measure).observe(document.body, { childList: true, subtree: true })
  addEventListener('scroll', measure, { capture: true, passive: true })
  visualViewport?.addEventListener('resize', measure)
}
