/** Elements with buttons at the bottom of the window, or where a short form ends. */
const foots = '.below, .edit-form-foot, .data-actions, .mark-bar, .dialog-foot'
/** The space between messages and around them. */
const gap = 16

/**
 * Sets `--foot` to the height that buttons or a phone's keyboard cover at the bottom, so that messages appear above.
 */
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

/** Keeps messages and Undo clear of buttons at the bottom, wherever those move. */
export function keepRoomForMessages(): void {
  new MutationObserver(measure).observe(document.body, { childList: true, subtree: true })
  addEventListener('scroll', measure, { capture: true, passive: true })
  visualViewport?.addEventListener('resize', measure)
}
