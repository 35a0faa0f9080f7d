/** Reads an amount in pounds as pence: '8.50', '£8.50', '1,200'; undefined if it is invalid. */
export function readPounds(text: string): number | undefined {
  const [, pounds, pence = ''] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return pounds === undefined
    ? undefined
    : Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
}
