/**
 * Whether a text is an address that a link may lead to: https with a host name, without user name or
 * password, in one line without spaces, control characters or backslashes, which browsers read as slashes.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^\s\p{C}\\/@]+(?:[/?#][^\s\p{C}\\]*)?$/u.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return username === '' && password === '' && /^[^.]+(\.[^.]+)+$/.test(hostname)
}

/**
 * Whether a text is a path of this site: not `//host` and not `/\host`, which browsers take for another site.
 */
export const isSitePath = (text: string): boolean => /^\/(?!\/)[^\s\p{C}\\]*$/u.test(text)
