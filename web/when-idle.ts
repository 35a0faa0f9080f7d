/** Runs once the page has loaded and the browser is idle; returns how to cancel it. */
export function whenIdle(act: () => void): () => void {
  if (document.readyState !== 'complete') {
    const onLoad = () => {
      callOff = whenIdle(act)
    }
    let callOff = () => removeEventListener('load', onLoad)
    addEventListener('load', onLoad, { once: true })
    return () => callOff()
  }
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 3_000 })
  return () => cancelIdleCallback(handle)
}
