/**
 * Moves the clock of this process by CLOCK_SHIFT milliseconds. Preloaded with `--import` into everything that a run of
 * the journeys starts when JOURNEYS_NOW is set; the product itself never loads it.
 */
const shift = Number(process.env.CLOCK_SHIFT ?? 0)
if (shift !== 0) shiftClock(shift)

/** Replaces the global Date by one that is this many milliseconds ahead. Also runs in the browser: it uses nothing else. */
export function shiftClock(milliseconds: number): void {
  const RealDate = Date
  // Timers and `performance` stay as they are: only the time of day moves.
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [target.now() + milliseconds], newTarget),
    apply: target => new target(target.now() + milliseconds).toString(),
    get: (target, name) =>
      name === 'now' ? () => target.now() + milliseconds : Reflect.get(target, name, target),
  })
}
