import type { Config } from '#server/config.ts'

/** The whole address of a picture, where there is no page around it to complete it. */
export const pictureAddress = (
  { imageBase, publicUrl }: Pick<Config, 'imageBase' | 'publicUrl'>,
  path: string,
): string => new URL(path, new URL(imageBase, publicUrl)).href
