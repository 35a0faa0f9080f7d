/** How large an uploaded picture may be: what the edge reads, the encoder takes and the page says (decision E-41). */
export const mostMegabytes = 5
export const mostMegapixels = 40

export const megabyte = 1024 * 1024
