import { picture, richText } from './catalogue.ts'
import {
  count,
  done,
  id,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  saved,
  textUpTo,
  truth,
  upload,
  version,
  write,
} from './office-call.ts'

/** Whoever is given as many is told that older ones are not shown. */
export const mostVersionsShown = 20

const area = textUpTo(40)
const key = textUpTo(80)
const note = textUpTo(500)

/** The texts and pictures of the site that are not a list's (spec 3 §2.12), and what they said before. */
export const site = {
  texts: read(
    'Site/texts',
    'planner.see',
    {},
    list(
      plain({
        ...{ area, key, value: richText, version: ifPresent(id) },
        /** The text that is to hold next, from a later moment on. */
        coming: nullable(plain({ id, from: instant })),
      }),
    ),
  ),
  /** Terms and privacy may hold from a later moment on, and say what changed. */
  saveText: write(
    'Site/saveText',
    'site.edit',
    { area, key, value: richText, version, note, effectiveAt: ifPresent(instant) },
    saved,
  ),
  /** A text that was to hold later does not; one that holds is changed by saving another. */
  withdrawText: write('Site/withdrawText', 'site.edit', { id }, done),
  /** The newest `mostVersionsShown` of a text; of a list's rich text the area is the list and the key `12.contentHtml`. */
  versions: read(
    'Site/versions',
    'planner.see',
    { area, key },
    list(
      plain({
        ...{ id, value: richText, note, effectiveAt: instant, by: name, at: nullable(instant) },
        isWithdrawn: truth,
      }),
    ),
  ),
}

/** The business's own pictures. */
export const businessPictures = {
  /** `described`: those that may be used. */
  list: read(
    'Pictures/list',
    'planner.see',
    { ...pageOfList, described: ifPresent(truth) },
    officeList(
      plain({
        id,
        version: id,
        path: picture,
        alt: nullable(line),
        link: line,
        at: instant,
        usedIn: list(line),
      }),
    ),
  ),
  /**
   * What is cut out is in the pixels of the picture as it is seen; a width of 0 is the whole of it. It is used once `save`
   * has said what is to be seen.
   */
  upload: write(
    'Pictures/upload',
    'site.edit',
    { left: count, top: count, width: count, height: count, file: upload },
    plain({ id, version: id, path: picture }),
  ),
  save: write(
    'Pictures/save',
    'site.edit',
    { id, version, alt: line, isDecoration: truth, link: ifPresent(line) },
    saved,
  ),
  remove: write('Pictures/remove', 'site.edit', { id }, done),
}
