import { execFileSync } from 'node:child_process'
import type { SourceFile } from './check-structure.ts'

/** Checks the rules of STYLE.md on words that a program can check. */

/** Rare words and turns of phrase that must not come back, in code, comments, test titles and documents. */
const rareWords = [
  ...'albeit anew hence hereby hereof herewith hither hitherto lest nought thence thereby therein'.split(' '),
  ...'thereof thereupon thither unto whatsoever whereby wherein whereof whoever whomever whosoever'.split(
    ' ',
  ),
  ...['comers', 'that which', 'of nothing', "one['’]s own", 'is no find'],
]
const rareWord = new RegExp(`\\b(?:${rareWords.join('|')})\\b`, 'gi')

/** First words of a riddle: "What a page is asked", "Of the account, its children". A docstring starts with its verb. */
const riddleStart = /^(What|Who|Whom|Whose|That|Of|By|Else)\b/

const maxWordsInSentence = 30

/**
 * Specifications and licences are fixed texts, and migrations never change. This check and its test contain the words
 * themselves.
 */
const isLeftOut = (path: string) =>
  /^(docs\/(spec|third-party-notices)|server\/database\/migrations|scripts\/check-words)/.test(path) ||
  path.startsWith('node_modules')

export function findWordProblems({ path, text }: SourceFile): string[] {
  if (isLeftOut(path)) return []
  const docstrings = path.endsWith('.md') ? [] : docstringsIn(text)
  return [
    ...[...text.matchAll(rareWord)].map(([word]) => `“${word}” is a rare word`),
    ...[...text.matchAll(/\bmost[A-Z]\w*/g)].map(([name]) => `${name}: call a limit max…`),
    ...docstrings
      .filter(isRiddle)
      .map(docstring => `“${docstring.slice(0, 40)}…” does not start with a verb or “The”`),
    ...docstrings
      .flatMap(sentencesIn)
      .filter(sentence => sentence.split(' ').length > maxWordsInSentence)
      .map(sentence => `“${sentence.slice(0, 60)}…” has more than ${maxWordsInSentence} words`),
  ].map(problem => `${path}: ${problem}`)
}

const isRiddle = (docstring: string) => riddleStart.test(docstring)

/** Returns the texts of block comments, each on one line. */
const docstringsIn = (text: string) =>
  [...text.matchAll(/(?<=^|[\s{(,])\/\*\*?([^*].*?)\*\//gs)].map(([, inside = '']) =>
    inside
      .replaceAll(/\n\s*\*(?=\s)/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const sentencesIn = (docstring: string) => docstring.split(/(?<=[.!?:]["”’)`]*) | - /)

/** Returns the subjects of the commits since the one that added this check; none where there is no history. */
export function subjectsSinceCheck(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-words.test.ts')
    return git('log', '--format=%s', `${added.split('\n').at(-1)}..HEAD`)
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

export const isGoodSubject = (subject: string) =>
  subject.length <= 72 && /^[a-z][a-z0-9 -]*: [a-zA-Z`“]/.test(subject)
