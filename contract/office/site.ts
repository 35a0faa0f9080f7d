import { picture, richText } from './catalogue.ts'
import {
  boolean,
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
  upload,
  version,
  write,
} from './office-call.ts'

/** The maximum number of versions of an answer. The page says that older ones are not shown. */
export const maxVersionsShown = 20

const area = textUpTo(40)
const key = textUpTo(80)
const note = textUpTo(500)

/** The site's texts and pictures outside lists (spec 3 §2.12), with their versions. */
export const site = {
  texts: read(
    'Site/texts',
    'planner.see',
    {},
    list(
      plain({
        ...{ area, key, value: richText, version: ifPresent(id) },
        /** The text that takes effect next. */
        coming: nullable(plain({ id, from: instant })),
      }),
    ),
  ),
  /** Terms and privacy may take effect later, and say what changed. */
  saveText: write(
    'Site/saveText',
    'site.edit',
    { area, key, value: richText, version, note, effectiveAt: ifPresent(instant) },
    saved,
  ),
  /** Withdraws a text that has not taken effect. A current text is changed by saving another. */
  withdrawText: write('Site/withdrawText', 'site.edit', { id }, done),
  /**
   * Lists the newest `maxVersionsShown` of a text. For a list's rich text the area is the list and the key
   * `12.contentHtml`.
   */
  versions: read(
    'Site/versions',
    'planner.see',
    { area, key },
    list(
      plain({
        ...{ id, value: richText, note, effectiveAt: instant, by: name, at: nullable(instant) },
        isWithdrawn: boolean,
      }),
    ),
  ),
}

/** The business's own pictures. */
export const businessPictures = {
  /** `described`: pictures with a description, which may be used. */
  list: read(
    'Pictures/list',
    'planner.see',
    { ...pageOfList, described: ifPresent(boolean) },
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
  /** Crops a picture, in pixels as shown; a width of 0 keeps it whole. It can be used once `save` has described it. */
  upload: write(
    'Pictures/upload',
    'site.edit',
    { left: count, top: count, width: count, height: count, file: upload },
    plain({ id, version: id, path: picture }),
  ),
  save: write(
    'Pictures/save',
    'site.edit',
    { id, version, alt: line, isDecoration: boolean, link: ifPresent(line) },
    saved,
  ),
  remove: write('Pictures/remove', 'site.edit', { id }, done),
}
