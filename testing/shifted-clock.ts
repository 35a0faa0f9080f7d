/**
 * Moves the clock of this process by CLOCK_SHIFT milliseconds. When JOURNEYS_NOW is set, it is preloaded with
 * `--import` into every process of the journeys. The product itself never loads it.
 */
const shift = Number(process.env.CLOCK_SHIFT ?? 0)
if (shift !== 0) shiftClock(shift)

/**
 * Replaces the global Date by one that is this many milliseconds ahead. It uses nothing else of this file, so
 * it also runs in the browser.
 */
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
