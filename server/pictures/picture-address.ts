import type { Config } from '#server/config.ts'

/** Returns the whole address of a picture, for places outside a page of the site. */
export const pictureAddress = (
  { imageBase, publicUrl }: Pick<Config, 'imageBase' | 'publicUrl'>,
  path: string,
): string => new URL(path, new URL(imageBase, publicUrl)).href
